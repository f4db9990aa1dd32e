// Native text of a PDF in the place of what the model would read.
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "doc/hybrid/char_text.h"
#include "doc/hybrid/formula_numbers.h"
#include "doc/hybrid/line_grouping.h"
#include "doc/hybrid/paragraph_join.h"
#include "doc/hybrid/pixel_box.h"
#include "doc/hybrid/text_signs.h"
#include "doc/vlm/content_json.h"
#include "text/utf8.h"
#include "vectors/document_json.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

std::vector<Box> boxes_from(const Json& json) {
  std::vector<Box> boxes;
  for (const Json& item : json)
    boxes.push_back(box_from(item.is_object() ? item.at("bbox") : item));
  return boxes;
}

// As the reference's text detector gives boxes.
Json corners_json(const std::vector<Box>& boxes) {
  Json json = Json::array();
  for (const Box& b : boxes) {
    json.push_back(Json::array({Json::array({b.x0, b.y0}), Json::array({b.x1, b.y0}),
                                Json::array({b.x1, b.y1}), Json::array({b.x0, b.y1})}));
  }
  return json;
}

std::vector<hybrid::PlacedChar> chars_from(const Json& json) {
  std::vector<hybrid::PlacedChar> chars;
  for (const Json& item : json) {
    const std::u32string code = text::from_utf8(item.at("char").get<std::string>());
    if (code.empty()) throw_error(Code::kInvalidArgument, "a character is empty");
    chars.push_back({code.front(), box_from(item.at("bbox")), item.value("rotation", 0.0),
                     item.at("char_idx").get<int>()});
  }
  return chars;
}

Json chars_to_content(const Json& input, Compat) {
  return hybrid::text_of_chars(chars_from(input));
}

Json fill_char_in_spans(const Json& input, Compat) {
  Json contents = Json::array();
  Json need_ocr = Json::array();
  for (const hybrid::FilledBox& filled :
       hybrid::fill_boxes(boxes_from(input.at("spans")), chars_from(input.at("chars")))) {
    contents.push_back(filled.text);
    if (filled.needs_reading) need_ocr.push_back(filled.text);
  }
  return {{"contents", std::move(contents)}, {"need_ocr", std::move(need_ocr)}};
}

Json fix_text_block(const Json& input, Compat) {
  std::vector<Span> spans;
  for (const Json& json : input) spans.push_back(span_from(json));
  Json lines = Json::array();
  for (const Line& line : hybrid::lines_of_spans(std::move(spans))) {
    Json parts = Json::array();
    for (const Span& span : line.spans) {
      parts.push_back({{"bbox", box_json(span.bbox)},
                       {"type", span_type_name(span.type)},
                       {"content", span.content}});
    }
    lines.push_back({{"bbox", box_json(line.bbox)}, {"spans", std::move(parts)}});
  }
  return lines;
}

// Blocks of a type and a content; a row may leave out the rest.
Json hybrid_formula_number(const Json& input, Compat) {
  std::vector<vlm::ContentBlock> blocks;
  for (Json json : input) {
    if (!json.contains("bbox")) json["bbox"] = {0, 0, 1, 1};
    blocks.push_back(vlm::content_block_from_json(json));
  }
  const bool whole = !input.empty() && input.at(0).contains("bbox");
  hybrid::attach_formula_numbers(blocks);
  if (whole) return vlm::content_blocks_to_json(blocks);
  Json out = Json::array();
  for (const vlm::ContentBlock& block : blocks) {
    out.push_back({{"type", vlm::content_type_name(block.type)},
                   {"content", block.content ? Json(*block.content) : Json()}});
  }
  return out;
}

Json ascii_punct_signal(const Json& input, Compat) {
  const auto sign = hybrid::punctuation_sign(text::from_utf8(input.get<std::string>()));
  return {{"triggered", sign.triggered},
          {"ascii_punct_ratio", sign.part},
          {"punct_run_ratio", sign.part_in_runs}};
}

Json u72xx_signal(const Json& input, Compat) {
  const auto sign = hybrid::rare_han_sign(text::from_utf8(input.get<std::string>()));
  return {{"count", sign.count}, {"ratio", sign.part}};
}

Json font_name_norm(const Json& input, Compat) {
  return hybrid::plain_font_name(input.is_null() ? "" : input.get<std::string>());
}

// Points, or their coordinates in a row.
Json normalize_int_bbox(const Json& input, Compat) {
  std::vector<double> values;
  for (const Json& item : input) {
    if (item.is_array()) {
      for (const Json& value : item) values.push_back(value.get<double>());
    } else {
      values.push_back(item.get<double>());
    }
  }
  std::vector<media::Point> points;
  for (size_t i = 0; i + 1 < values.size(); i += 2) points.push_back({values[i], values[i + 1]});
  const std::optional<IntBox> box = hybrid::box_around(points);
  return box ? Json::array({box->x0, box->y0, box->x1, box->y1}) : Json();
}

Json merge_det_boxes(const Json& input, Compat) {
  return corners_json(hybrid::merge_line_boxes(boxes_from(input)));
}

Json update_det_boxes(const Json& input, Compat) {
  return corners_json(
      hybrid::cut_at_formulas(boxes_from(input.at("boxes")), boxes_from(input.at("formulas"))));
}

// The hybrid backend's names of titles, which are all titles here.
Block paragraph_from(Json json) {
  const std::string type = json.at("type").get<std::string>();
  if (type == "doc_title" || type == "paragraph_title") json["type"] = "title";
  return block_from(json);
}

Json texts_of(const Block& block) {
  Json texts = Json::array();
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) {
      texts.push_back(span.content + (span.cross_page ? "|X" : ""));
    }
  }
  return texts;
}

Json auto_merge_paragraphs(const Json& input, Compat) {
  std::vector<std::vector<Block>> blocks;
  for (const Json& page : input.at("pages")) {
    std::vector<Block>& list = blocks.emplace_back();
    for (const Json& block : page.at("para_blocks")) list.push_back(paragraph_from(block));
  }
  std::vector<hybrid::PageText> pages;
  pages.reserve(blocks.size());
  for (std::vector<Block>& list : blocks) pages.push_back({&list, {}});
  hybrid::join_paragraphs(pages, {0, pages.size()}, hybrid::VerticalText::kLeave);
  Json out = Json::array();
  for (size_t p = 0; p < blocks.size(); ++p) {
    Json list = Json::array();
    for (size_t b = 0; b < blocks[p].size(); ++b) {
      list.push_back({{"type", input.at("pages").at(p).at("para_blocks").at(b).at("type")},
                      {"text", texts_of(blocks[p][b])},
                      {"deleted", blocks[p][b].lines_deleted}});
    }
    out.push_back(std::move(list));
  }
  return out;
}

}  // namespace

void add_hybrid_steps(Steps& steps) {
  steps["chars_to_content"] = chars_to_content;
  steps["fill_char_in_spans"] = fill_char_in_spans;
  steps["fix_text_block"] = fix_text_block;
  steps["hybrid_formula_number"] = hybrid_formula_number;
  steps["formula_tag_text"] = on_text(hybrid::formula_number);
  steps["sample_page_indices"] = [](const Json& input, Compat) {
    return Json(hybrid::sampled_pages(input.get<int>()));
  };
  steps["ascii_punct_signal"] = ascii_punct_signal;
  steps["u72xx_signal"] = u72xx_signal;
  steps["font_name_norm"] = font_name_norm;
  steps["normalize_int_bbox"] = normalize_int_bbox;
  steps["merge_det_boxes"] = merge_det_boxes;
  steps["update_det_boxes"] = update_det_boxes;
  steps["auto_merge_paragraphs"] = auto_merge_paragraphs;
}

}  // namespace mineru::doc::vectors
