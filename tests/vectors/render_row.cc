#include "vectors/render_row.h"

#include <algorithm>
#include <set>
#include <utility>

#include "doc/crops.h"
#include "doc/vlm/content_json.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/page_blocks.h"
#include "doc/writers/content_list_v2_writer.h"
#include "doc/writers/content_list_writer.h"
#include "doc/writers/markdown_writer.h"
#include "doc/writers/middle_writer.h"
#include "vectors/difference.h"
#include "vectors/pictures.h"

namespace mineru::doc::vectors {

namespace {

// As the pipeline makes them.
std::vector<LaidPage> make_pages(const Json& input, Compat compat) {
  std::vector<LaidPage> pages;
  for (const Json& json : input.at("pages")) {
    Page page;
    page.page_idx = static_cast<int>(pages.size());
    page.size = {json.at("page_size").at(0).get<double>(),
                 json.at("page_size").at(1).get<double>()};
    vlm::build_page(page, vlm::content_blocks_from_json(json.at("blocks")), compat);
    const auto fill = json.at("fill").get<std::vector<uint8_t>>();
    const media::Image raster =
        drawn(json.at("image_size").at(0), json.at("image_size").at(1),
              [&fill](int, int, int c) { return fill.at(static_cast<size_t>(c)); });
    cut_crops(page, raster, json.at("scale").get<double>());
    pages.emplace_back().page = std::move(page);
    (void)vlm::join_overleaf(pages, {vlm::Tables::kMerge, Compat::kReference});
  }
  vlm::finish_overleaf(pages, {vlm::Tables::kMerge, Compat::kReference});
  return pages;
}

std::string markdown_of(const std::vector<LaidPage>& pages, Compat compat,
                        MarkdownMode mode = MarkdownMode::kMm) {
  std::string markdown;
  for (const LaidPage& laid : pages) {
    const RenderOptions options = {.compat = compat, .mode = mode};
    for (const std::string& text : markdown_paragraphs(laid.page, options)) {
      if (!markdown.empty()) markdown += "\n\n";
      markdown += text;
    }
  }
  return markdown;
}

Json image_files(const std::vector<LaidPage>& pages) {
  std::set<std::string> names;
  for (const LaidPage& laid : pages) {
    for (const CutImage& image : laid.page.images) names.insert(image.name);
  }
  return names;
}

Json document_of(const std::vector<LaidPage>& pages, Compat compat) {
  Json info = Json::array();
  Json list = Json::array();
  Json list_v2 = Json::array();
  for (const LaidPage& laid : pages) {
    info.push_back(middle_page(laid.page, compat));
    for (Json& entry : content_list_entries(laid.page, compat)) list.push_back(std::move(entry));
    list_v2.push_back(content_list_v2_page(laid.page, compat));
  }
  return {{"markdown", markdown_of(pages, compat)},
          {"nlp_markdown", markdown_of(pages, compat, MarkdownMode::kNlp)},
          {"content_list", std::move(list)},
          {"content_list_v2", std::move(list_v2)},
          {"middle_json", {{"pdf_info", std::move(info)}}},
          {"image_files", image_files(pages)}};
}

// "```python\n" becomes "```\n".
std::string without_fence_language(const std::string& text) {
  std::string out;
  for (size_t pos = 0; pos < text.size();) {
    const bool fence = text.compare(pos, 3, "```") == 0 && (pos == 0 || text[pos - 1] == '\n');
    if (!fence) {
      out += text[pos++];
      continue;
    }
    out += "```";
    pos = std::min(text.find('\n', pos), text.size());
  }
  return out;
}

// What is compared of a document.
Json comparable(Json json) {
  if (json.is_string()) return without_fence_language(json.get_ref<const std::string&>());
  if (json.is_object()) {
    json.erase("guess_lang");
    json.erase("code_language");
    // No table HTML, which the reference tells from empty HTML.
    if (json.contains("html") && json.at("html").is_null()) json["html"] = "";
  }
  if (json.is_structured()) {
    for (Json& item : json) item = comparable(std::move(item));
  }
  return json;
}

bool is_failure(const Json& expected) { return expected.is_object() && expected.contains("error"); }

}  // namespace

std::vector<std::string> render_differences(const Json& input, const Json& expected,
                                            Compat compat) {
  const Json found = document_of(make_pages(input, compat), compat);
  if (is_failure(expected)) return {};
  std::vector<std::string> all;
  for (const auto& [part, wanted] : expected.items()) {
    if (is_failure(wanted)) continue;
    if (!found.contains(part)) {
      all.push_back("$." + part + ": no such part");
      continue;
    }
    Json expected_part = comparable(wanted);
    if (part == "middle_json") expected_part = {{"pdf_info", expected_part.at("pdf_info")}};
    if (part == "image_files") std::sort(expected_part.begin(), expected_part.end());
    for (std::string& place :
         differences(expected_part, comparable(found.at(part)), KeyOrder::kCounts)) {
      all.push_back(part + " " + std::move(place));
    }
  }
  return all;
}

}  // namespace mineru::doc::vectors
