#include "doc/writers/middle_writer.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "doc/passes/fullwidth.h"
#include "doc/passes/title_level.h"
#include "doc/writers/int_box.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

// The reference renders before it writes, and rendering narrows full-width letters in place: all
// lists but preproc_blocks show narrow text.
enum class Text { kAsRead, kNarrow };

struct Style {
  Text text = Text::kNarrow;
  Compat compat = Compat::kProduct;
  Levels levels = Levels::kNone;
};

Json box_json(const Box& bbox) {
  const IntBox box = to_int_box(bbox);
  return {box.x0, box.y0, box.x1, box.y1};
}

Json span_json(const Span& span, const Style& style) {
  Json json = {{"bbox", box_json(span.bbox)}, {"type", span_type_name(span.type)}};
  const bool picture = span.type == SpanType::kImage || span.type == SpanType::kChart;
  if (span.type == SpanType::kTable) {
    json["html"] = span.html;
  } else if (span.type == SpanType::kText && style.text == Text::kNarrow) {
    json["content"] = narrow_alphanumerics(span.content);
  } else if (!picture || !span.content.empty()) {
    json["content"] = span.content;
  }
  if (picture || span.type == SpanType::kTable || span.type == SpanType::kInterlineEquation) {
    json["image_path"] = span.image_path;
  }
  if (span.cross_page) json["cross_page"] = true;
  return json;
}

Json lines_json(const std::vector<Line>& lines, const Style& style) {
  Json array = Json::array();
  for (const Line& line : lines) {
    Json spans = Json::array();
    for (const Span& span : line.spans) spans.push_back(span_json(span, style));
    array.push_back({{"bbox", box_json(line.bbox)}, {"spans", std::move(spans)}});
  }
  return array;
}

Json angle_json(const Block& block) {
  return block.angle.has_value() ? Json(*block.angle) : Json(nullptr);
}

void add_level(Json& json, const Block& block, const Style& style) {
  const int level = title_level(block.level);
  // The reference's vlm backend knows no levels: a missing key means 1 there.
  const bool known = style.compat == Compat::kProduct || style.levels == Levels::kKnown;
  if (!known && level == 1) return;
  json["level"] = level;
}

double thousandths(double value) { return std::round(value * 1000) / 1000; }

void add_marks(Json& json, const Block& block, const Style& style) {
  if (block.lines_deleted) json["lines_deleted"] = true;
  if (block.cross_page) json["cross_page"] = true;
  if (style.compat == Compat::kReference) return;
  if (block.confidence) json["confidence"] = thousandths(*block.confidence);
  if (block.min_confidence) json["min_confidence"] = thousandths(*block.min_confidence);
}

Json blocks_json(const std::vector<Block>& blocks, const Style& style);

Json leaf_json(const Block& block, const Style& style) {
  Json json = {{"bbox", box_json(block.bbox)},
               {"type", block_type_name(block.type)},
               {"angle", angle_json(block)},
               {"lines", lines_json(block.lines, style)},
               {"index", block.index}};
  if (block.type == BlockType::kTitle) add_level(json, block, style);
  if (!block.sub_type.empty()) json["sub_type"] = block.sub_type;
  if (!block.cell_merge.empty()) json["cell_merge"] = block.cell_merge;
  if (block.type == BlockType::kText && !block.was_caption) json["merge_prev"] = block.merge_prev;
  add_marks(json, block, style);
  return json;
}

Json list_json(const Block& block, const Style& style) {
  Json json = {{"bbox", box_json(block.bbox)},
               {"type", block_type_name(block.type)},
               {"angle", angle_json(block)},
               {"index", block.index},
               {"blocks", blocks_json(block.blocks, style)},
               {"sub_type", block.sub_type}};
  add_marks(json, block, style);
  return json;
}

Json sub_images_json(const std::vector<SubImage>& parts) {
  Json array = Json::array();
  for (const SubImage& part : parts) {
    const Box& box = part.bbox;
    array.push_back(
        {{"type", span_type_name(part.type)}, {"bbox", {box.x0, box.y0, box.x1, box.y1}}});
  }
  return array;
}

Json figure_json(const Block& block, const Style& style) {
  Json json = {{"type", block_type_name(block.type)},
               {"bbox", box_json(block.bbox)},
               {"blocks", blocks_json(block.blocks, style)},
               {"index", block.index}};
  if (!block.sub_type.empty()) json["sub_type"] = block.sub_type;
  if (block.type == BlockType::kCode && block.sub_type == "code") {
    json["guess_lang"] = block.language;
  }
  if (!block.sub_images.empty()) json["sub_images"] = sub_images_json(block.sub_images);
  if (!block.cell_merge.empty()) json["cell_merge"] = block.cell_merge;
  add_marks(json, block, style);
  return json;
}

Json block_json(const Block& block, const Style& style) {
  if (block.type == BlockType::kList) return list_json(block, style);
  const bool figure = block.type == BlockType::kImage || block.type == BlockType::kTable ||
                      block.type == BlockType::kChart || block.type == BlockType::kCode;
  return figure ? figure_json(block, style) : leaf_json(block, style);
}

Json blocks_json(const std::vector<Block>& blocks, const Style& style) {
  Json array = Json::array();
  for (const Block& block : blocks) array.push_back(block_json(block, style));
  return array;
}

void add_product_keys(Json& json, const Page& page) {
  json["status"] = page_status_name(page.status);
  if (!page.diagnostics.empty()) {
    Json list = Json::array();
    for (const Diagnostic& diagnostic : page.diagnostics) {
      list.push_back({{"code", code_name(diagnostic.code)}, {"message", diagnostic.message}});
    }
    json["diagnostics"] = std::move(list);
  }
  Json info = {{"size", {page.size.width, page.size.height}},
               {"unit", "pt"},
               {"rotation", page.rotation},
               {"source_page", page.source_page},
               {"ocr", page.used_ocr}};
  if (page.enhancement) {
    const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
    info["enhancement"] = {{"sharpness", rounded(page.enhancement->sharpness)},
                           {"scale", rounded(page.enhancement->scale)},
                           {"sharpened", page.enhancement->sharpened}};
  }
  json["page_info"] = std::move(info);
}

}  // namespace

Json middle_page(const Page& page, Compat compat, Levels levels) {
  const Style as_read = {Text::kAsRead, compat, levels};
  const Style narrow = {Text::kNarrow, compat, levels};
  Json json = {{"preproc_blocks", blocks_json(page.preproc_blocks, as_read)},
               {"discarded_blocks", blocks_json(page.discarded_blocks, narrow)},
               {"page_size", {to_int_side(page.size.width), to_int_side(page.size.height)}},
               {"page_idx", page.page_idx},
               {"para_blocks", blocks_json(page.para_blocks, narrow)}};
  if (compat == Compat::kProduct) add_product_keys(json, page);
  return json;
}

}  // namespace mineru::doc
