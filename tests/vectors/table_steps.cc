// vlm::Tables: from the model's replies to HTML, and from page to page.
#include <optional>

#include "doc/vlm/cell_merge.h"
#include "doc/vlm/content_json.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/pipe_table.h"
#include "doc/vlm/table_html.h"
#include "doc/vlm/table_tokens.h"
#include "vectors/document_json.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

Block leaf(BlockType type, const Box& bbox, const std::string& content) {
  Block block;
  block.type = type;
  block.bbox = bbox;
  Span span;
  span.bbox = bbox;
  const bool is_table = type == BlockType::kTableBody;
  span.type = is_table ? SpanType::kTable : SpanType::kText;
  (is_table ? span.html : span.content) = content;
  block.lines.push_back({bbox, {span}});
  return block;
}

void add_texts(Block& table, const Json& json, const char* key, BlockType type) {
  if (!json.contains(key)) return;
  for (const Json& child : json.at(key)) {
    table.blocks.push_back(leaf(type, box_from(child.at(1)), child.at(0).get<std::string>()));
  }
}

// A page that is one table.
LaidPage table_page(const Json& json) {
  LaidPage laid;
  Block table;
  table.type = BlockType::kTable;
  table.bbox = json.contains("bbox") ? box_from(json.at("bbox")) : Box{60, 400, 550, 700};
  add_texts(table, json, "captions", BlockType::kTableCaption);
  table.blocks.push_back(
      leaf(BlockType::kTableBody, table.bbox, json.at("html").get<std::string>()));
  if (json.contains("cell_merge")) {
    table.blocks.back().cell_merge = json.at("cell_merge").get<std::vector<int>>();
  }
  add_texts(table, json, "footnotes", BlockType::kTableFootnote);
  laid.page.para_blocks.push_back(std::move(table));
  return laid;
}

std::string content_of(const Block& block) {
  std::string text;
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) text += span.content + span.html;
  }
  return text;
}

Json texts(const std::vector<Block>& blocks, BlockType type) {
  Json array = Json::array();
  for (const Block& block : blocks) {
    if (block.type == type) array.push_back(content_of(block));
  }
  return array;
}

// What merging left of a page that was one table.
Json rest_of(const LaidPage& laid) {
  const std::vector<Block>& blocks = laid.page.para_blocks;
  Json html;
  bool deleted = false;
  for (const Block& part : blocks.front().blocks) {
    if (part.type != BlockType::kTableBody) continue;
    deleted = part.lines_deleted;
    if (!deleted) html = content_of(part);
  }
  return {{"html", html},
          {"deleted", deleted},
          {"captions", texts(blocks.front().blocks, BlockType::kTableCaption)},
          {"footnotes", texts(blocks.front().blocks, BlockType::kTableFootnote)},
          {"text_blocks_after", texts(blocks, BlockType::kText)}};
}

Json table_merge(const Json& input, Compat) {
  std::vector<LaidPage> pages;
  for (const Json& json : input) pages.push_back(table_page(json));
  vlm::finish_overleaf(pages, {vlm::Tables::kMerge, Compat::kReference});
  Json out = Json::array();
  for (const LaidPage& page : pages) out.push_back(rest_of(page));
  return out;
}

std::vector<vlm::PageContent> pages_from(const Json& json) {
  std::vector<vlm::PageContent> pages;
  for (const Json& page : json) pages.push_back(vlm::content_blocks_from_json(page));
  return pages;
}

Json task_json(const vlm::CellMergeTask& task) {
  Json ranges = Json::array();
  for (const vlm::ColumnRange& range : task.segments) {
    ranges.push_back(Json::array({range.first, range.end}));
  }
  return {{"prompt", task.prompt},
          {"segments", task.segments.size()},
          {"cols", task.columns},
          {"ranges", std::move(ranges)}};
}

Json cross_page_prompts(const Json& input, Compat) {
  const std::vector<vlm::PageContent> pages = pages_from(input);
  Json pairs = Json::array();
  Json tasks = Json::array();
  for (size_t i = 1; i < pages.size(); ++i) {
    if (const auto tables = vlm::find_overleaf_tables(pages[i - 1], pages[i])) {
      pairs.push_back(Json::array({i - 1, tables->previous, i, tables->next}));
    }
    if (const auto task = vlm::cell_merge_task(pages[i - 1], pages[i], Compat::kReference)) {
      tasks.push_back(task_json(*task));
    }
  }
  return {{"pairs", std::move(pairs)}, {"tasks", std::move(tasks)}};
}

Json cross_page_apply(const Json& input, Compat) {
  std::vector<vlm::PageContent> pages = pages_from(input.at("pages"));
  const auto replies = input.at("responses").get<std::vector<std::string>>();
  size_t asked = 0;
  for (size_t i = 1; i < pages.size(); ++i) {
    const auto task = vlm::cell_merge_task(pages[i - 1], pages[i], Compat::kReference);
    if (!task) continue;
    if (asked < replies.size()) vlm::apply_cell_merge(*task, replies[asked], pages[i]);
    ++asked;
  }
  Json out = Json::array();
  for (const vlm::PageContent& page : pages) {
    Json merges = Json::array();
    for (const vlm::ContentBlock& block : page) {
      merges.push_back(block.cell_merge.empty() ? Json() : Json(block.cell_merge));
    }
    out.push_back(std::move(merges));
  }
  return out;
}

Json cell_merge_parse(const Json& input, Compat) {
  const auto flags = vlm::parse_cell_merge(input.get<std::string>());
  return flags ? Json(*flags) : Json();
}

Json otsl(const Json& input, Compat compat) {
  return {{"html", vlm::otsl_to_html(input.get<std::string>(), compat)}};
}

Json pipe_table(const Json& input, Compat) {
  const auto html = vlm::markdown_table_to_html(input.get<std::string>());
  return html ? Json(*html) : Json();
}

Json image_tokens(const Json& input, Compat) {
  return vlm::replace_table_images(input.at("content").get<std::string>(),
                                   input.at("token_map").get<std::map<std::string, std::string>>());
}

}  // namespace

void add_table_steps(Steps& steps) {
  steps["otsl_to_html"] = otsl;
  steps["markdown_table_to_html"] = pipe_table;
  steps["markdown_table_malformed"] = [](const Json& input, Compat) {
    return Json(vlm::markdown_table_malformed(input.get<std::string>()));
  };
  steps["pure_table_to_html"] = on_text(vlm::pure_table_to_html);
  steps["table_image_tokens"] = image_tokens;
  steps["table_formula_wrap"] = on_text(vlm::wrap_table_formulas);
  steps["table_merge"] = table_merge;
  steps["cell_merge_parse"] = cell_merge_parse;
  steps["cross_page_prompts"] = cross_page_prompts;
  steps["cross_page_apply"] = cross_page_apply;
}

}  // namespace mineru::doc::vectors
