#include "doc/writers/content_list_writer.h"

#include <string>

#include <nlohmann/json.hpp>

#include "doc/passes/embedded_html.h"
#include "doc/passes/title_level.h"
#include "doc/writers/int_box.h"
#include "doc/writers/render.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

Json text_entry(const Block& block, const RenderOptions& options) {
  return {{"type", block_type_name(block.type)},
          {"text", merge_para_text(block, merge_options(options))}};
}

Json title_entry(const Block& block, const RenderOptions& options) {
  Json entry = {{"type", "text"}, {"text", merge_para_text(block, merge_options(options))}};
  if (const int level = title_level(block.level); level > 0) entry["text_level"] = level;
  return entry;
}

Json equation_entry(const Block& block, const RenderOptions& options) {
  if (block.sub_type != kFormulaText) {
    return {{"type", "equation"},
            {"text", merge_para_text(block, merge_options(options))},
            {"text_format", "latex"}};
  }
  std::string text;
  for (const std::string& line : formula_lines(block)) {
    if (!text.empty()) text += '\n';
    text += line;
  }
  return {{"type", "equation"},
          {"img_path", image_link(find_span(&block, SpanType::kInterlineEquation))},
          {"text", text},
          {"text_format", "text"}};
}

Json image_entry(const Block& block, const RenderOptions& options) {
  const Span* span = find_span(body_of(block), SpanType::kImage);
  Json entry = {{"type", "image"},
                {"img_path", image_link(span)},
                {"image_caption", child_texts(block, BlockType::kImageCaption, options)},
                {"image_footnote", child_texts(block, BlockType::kImageFootnote, options)},
                {"content", span == nullptr ? "" : span->content}};
  if (!block.sub_type.empty()) entry["sub_type"] = block.sub_type;
  return entry;
}

Json chart_entry(const Block& block, const RenderOptions& options) {
  const Span* span = find_span(body_of(block), SpanType::kChart);
  Json entry = {{"type", "chart"},
                {"img_path", image_link(span)},
                {"content", span == nullptr ? "" : span->content},
                {"chart_caption", child_texts(block, BlockType::kChartCaption, options)},
                {"chart_footnote", child_texts(block, BlockType::kChartFootnote, options)}};
  if (!block.sub_type.empty()) entry["sub_type"] = block.sub_type;
  return entry;
}

Json table_entry(const Block& block, const RenderOptions& options) {
  const Span* span = find_span(body_of(block), SpanType::kTable);
  Json entry = {{"type", "table"},
                {"img_path", image_link(span)},
                {"table_caption", child_texts(block, BlockType::kTableCaption, options)},
                {"table_footnote", child_texts(block, BlockType::kTableFootnote, options)}};
  if (span != nullptr && !span->html.empty()) {
    entry["table_body"] = format_embedded_html(span->html, kImageFolder);
  }
  return entry;
}

Json code_entry(const Block& block, const RenderOptions& options) {
  return {{"type", "code"},
          {"sub_type", block.sub_type},
          {"code_caption", child_texts(block, BlockType::kCodeCaption, options)},
          {"code_body", code_text(block, options)}};
}

Json list_entry(const Block& block, const RenderOptions& options) {
  Json items = Json::array();
  for (const ListItem& item : list_items(block, options)) {
    items.push_back(std::string(static_cast<size_t>(item.depth) * 2, ' ') + item.text);
  }
  return {{"type", "list"}, {"sub_type", block.sub_type}, {"list_items", std::move(items)}};
}

// Null: a child type on its own, which no backend makes.
Json block_entry(const Block& block, const RenderOptions& options) {
  switch (block.type) {
    case BlockType::kText:
    case BlockType::kRefText:
    case BlockType::kPhonetic:
    case BlockType::kHeader:
    case BlockType::kFooter:
    case BlockType::kPageNumber:
    case BlockType::kAsideText:
    case BlockType::kPageFootnote: return text_entry(block, options);
    case BlockType::kTitle: return title_entry(block, options);
    case BlockType::kInterlineEquation: return equation_entry(block, options);
    case BlockType::kList: return list_entry(block, options);
    case BlockType::kImage: return image_entry(block, options);
    case BlockType::kTable: return table_entry(block, options);
    case BlockType::kChart: return chart_entry(block, options);
    case BlockType::kCode: return code_entry(block, options);
    case BlockType::kImageBody:
    case BlockType::kImageCaption:
    case BlockType::kImageFootnote:
    case BlockType::kTableBody:
    case BlockType::kTableCaption:
    case BlockType::kTableFootnote:
    case BlockType::kChartBody:
    case BlockType::kChartCaption:
    case BlockType::kChartFootnote:
    case BlockType::kCodeBody:
    case BlockType::kCodeCaption:
    case BlockType::kCodeFootnote: return nullptr;
  }
  return nullptr;
}

}  // namespace

std::vector<Json> content_list_entries(const Page& page, Compat compat) {
  const RenderOptions options = {.compat = compat};
  std::vector<Json> entries;
  for (const auto* blocks : {&page.para_blocks, &page.discarded_blocks}) {
    for (const Block& block : *blocks) {
      Json entry = block_entry(block, options);
      if (entry.is_null()) continue;
      const IntBox box = to_thousandths(to_int_box(block.bbox), page.size);
      entry["bbox"] = {box.x0, box.y0, box.x1, box.y1};
      entry["page_idx"] = page.page_idx;
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

}  // namespace mineru::doc
