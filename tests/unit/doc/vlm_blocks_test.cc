// The reference's documents from the model's blocks on: content blocks in, middle.json and all that
// is rendered from it out, exactly.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "doc/crops.h"
#include "doc/vlm/content_json.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/page_blocks.h"
#include "doc/writers/content_list_v2_writer.h"
#include "doc/writers/content_list_writer.h"
#include "doc/writers/markdown_writer.h"
#include "doc/writers/middle_writer.h"
#include "unit/doc/render_support.h"

namespace mineru::doc::vlm {
namespace {

using testing::Json;

media::Image filled(int width, int height, const Json& color) {
  const size_t bytes = static_cast<size_t>(width) * static_cast<size_t>(height) * 3;
  MemoryMap pixels = MemoryMap::anonymous(bytes);
  const auto out = pixels.mutable_bytes();
  for (size_t i = 0; i < bytes; ++i) out[i] = static_cast<std::byte>(color[i % 3].get<int>());
  return {width, height, std::move(pixels)};
}

// The pages of one row, made as the pipeline makes them.
std::vector<LaidPage> make_pages(const Json& row, Compat compat) {
  std::vector<LaidPage> pages;
  for (const Json& json : row["pages"]) {
    Page page;
    page.page_idx = static_cast<int>(pages.size());
    page.size = {json["page_size"][0].get<double>(), json["page_size"][1].get<double>()};
    build_page(page, content_blocks_from_json(json["blocks"]), compat);
    cut_crops(page, filled(json["image_size"][0], json["image_size"][1], json["fill"]),
              json["scale"].get<double>());
    pages.push_back({std::move(page), {}});
    EXPECT_LE(join_overleaf(pages, {Tables::kMerge, Compat::kReference}), pages.size());
  }
  finish_overleaf(pages, {Tables::kMerge, Compat::kReference});
  return pages;
}

const Json* find_row(const std::vector<Json>& rows, const std::string& name) {
  for (const Json& row : rows) {
    if (row["name"] == name) return &row;
  }
  return nullptr;
}

Json with_null_html_as_text(Json json) {
  if (json.is_object() && json.contains("html") && json["html"].is_null()) json["html"] = "";
  if (json.is_structured()) {
    for (Json& item : json) item = with_null_html_as_text(item);
  }
  return json;
}

class VlmBlocks : public ::testing::Test {
 protected:
  // Calls check(name, pages, expected row) for every row that the reference can render.
  template <typename Check>
  int for_each_row(Check check) {
    const std::vector<Json> expected = testing::read_lines("render.jsonl");
    int rows = 0;
    for (const Json& row : testing::read_lines("render_inputs.jsonl")) {
      const std::string name = row["name"];
      const Json* wanted = find_row(expected, name);
      if (wanted == nullptr) {
        EXPECT_EQ(name, "equation_none");  // the reference fails
        continue;
      }
      check(name, make_pages(row, Compat::kReference), *wanted);
      ++rows;
    }
    return rows;
  }
};

TEST_F(VlmBlocks, MiddleJsonEqualsTheReference) {
  const int rows = for_each_row([](const auto& name, const auto& pages, const Json& wanted) {
    const Json& info = wanted["middle_json"]["pdf_info"];
    ASSERT_EQ(pages.size(), info.size());
    for (size_t i = 0; i < pages.size(); ++i) {
      const Json made = middle_page(pages[i].page, Compat::kReference);
      const Json page = with_null_html_as_text(info[i]);
      EXPECT_EQ(made.dump(1), page.dump(1)) << name;
    }
  });
  EXPECT_EQ(rows, 39);
}

TEST_F(VlmBlocks, MarkdownEqualsTheReference) {
  for_each_row([](const auto& name, const auto& pages, const Json& wanted) {
    std::string markdown;
    for (const LaidPage& laid : pages) {
      for (const auto& text : markdown_paragraphs(laid.page, {.compat = Compat::kReference})) {
        if (!markdown.empty()) markdown += "\n\n";
        markdown += text;
      }
    }
    EXPECT_EQ(markdown, wanted["markdown"].get<std::string>()) << name;
  });
}

TEST_F(VlmBlocks, ContentListsEqualTheReference) {
  for_each_row([](const auto& name, const auto& pages, const Json& wanted) {
    Json list = Json::array();
    Json list_v2 = Json::array();
    for (const LaidPage& laid : pages) {
      for (Json& entry : content_list_entries(laid.page, Compat::kReference)) {
        list.push_back(std::move(entry));
      }
      list_v2.push_back(content_list_v2_page(laid.page, Compat::kReference));
    }
    EXPECT_EQ(list.dump(1), wanted["content_list"].dump(1)) << name;
    if (wanted["content_list_v2"].is_array()) {
      EXPECT_EQ(list_v2.dump(1), wanted["content_list_v2"].dump(1)) << name;
    }
  });
}

TEST(VlmBlocksNull, FormulaThatWasNotReadIsEmpty) {
  const Json row = *find_row(testing::read_lines("render_inputs.jsonl"), "equation_none");
  const auto pages = make_pages(row, Compat::kReference);
  ASSERT_EQ(pages[0].page.para_blocks.size(), 1u);
  EXPECT_EQ(pages[0].page.para_blocks[0].type, BlockType::kInterlineEquation);
  EXPECT_EQ(pages[0].page.para_blocks[0].lines[0].spans[0].content, "");
}

TEST(VlmBlocksProduct, NothingThatWasReadIsLost) {
  const Json row = *find_row(testing::read_lines("render_inputs.jsonl"), "unhandled_types_vlm");
  const auto pages = make_pages(row, Compat::kProduct);
  const auto texts = markdown_paragraphs(pages[0].page, {});
  std::string all;
  for (const std::string& text : texts) all += text + "\n\n";
  for (const char* part :
       {"# DOC\n", "## PARA\n", "(1)\n", "toc\n", "generic caption", "generic footnote", "ok\n"}) {
    EXPECT_NE(all.find(part), std::string::npos) << part << " in " << all;
  }
}

}  // namespace
}  // namespace mineru::doc::vlm
