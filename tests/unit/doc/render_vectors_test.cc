// The reference's documents: its middle.json blocks in, its Markdown and JSON out, exactly.
#include <map>

#include <gtest/gtest.h>

#include "doc/writers/content_list_v2_writer.h"
#include "doc/writers/content_list_writer.h"
#include "doc/writers/markdown_writer.h"
#include "doc/writers/middle_writer.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::Json;

// What the block model does not hold, by row; their Markdown and content list are compared all the
// same.
const std::map<std::string, std::string>& middle_exceptions() {
  static const std::map<std::string, std::string> kRows = {
      {"none_contents", "html null"},
  };
  return kRows;
}

constexpr RenderOptions kReferenceOptions = {.compat = Compat::kReference};

TEST(RenderVectors, MarkdownEqualsTheReference) {
  int rows = 0;
  for (const Json& row : testing::read_lines("render.jsonl")) {
    std::string markdown;
    for (const Json& json : row["middle_json"]["pdf_info"]) {
      for (const std::string& text :
           markdown_paragraphs(testing::to_page(json), kReferenceOptions)) {
        if (!markdown.empty()) markdown += "\n\n";
        markdown += text;
      }
    }
    EXPECT_EQ(markdown, row["markdown"].get<std::string>()) << row["name"];
    ++rows;
  }
  EXPECT_EQ(rows, 39);
}

TEST(RenderVectors, ContentListEqualsTheReference) {
  int rows = 0;
  for (const Json& row : testing::read_lines("render.jsonl")) {
    for (const Compat compat : {Compat::kReference, Compat::kProduct}) {
      Json list = Json::array();
      for (const Json& json : row["middle_json"]["pdf_info"]) {
        for (Json& entry : content_list_entries(testing::to_page(json), compat)) {
          list.push_back(std::move(entry));
        }
      }
      EXPECT_EQ(list.dump(), row["content_list"].dump()) << row["name"];  // dump: order counts
    }
    ++rows;
  }
  EXPECT_EQ(rows, 39);
}

TEST(RenderVectors, ContentListV2EqualsTheReference) {
  int rows = 0;
  for (const Json& row : testing::read_lines("render.jsonl")) {
    if (!row["content_list_v2"].is_array()) continue;  // null table html: the reference fails
    Json list = Json::array();
    for (const Json& json : row["middle_json"]["pdf_info"]) {
      list.push_back(content_list_v2_page(testing::to_page(json), Compat::kReference));
    }
    EXPECT_EQ(list.dump(), row["content_list_v2"].dump()) << row["name"];
    ++rows;
  }
  EXPECT_EQ(rows, 38);
}

TEST(RenderVectors, MiddlePagesComeBackAsTheyWere) {
  int rows = 0;
  for (const Json& row : testing::read_lines("render.jsonl")) {
    if (middle_exceptions().contains(row["name"])) continue;
    for (const Json& json : row["middle_json"]["pdf_info"]) {
      EXPECT_EQ(middle_page(testing::to_page(json), Compat::kReference).dump(), json.dump())
          << row["name"];
    }
    ++rows;
  }
  EXPECT_EQ(rows, 38);
}

}  // namespace
}  // namespace mineru::doc
