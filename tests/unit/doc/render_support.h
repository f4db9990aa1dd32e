// Reads the reference's vectors into our types.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "doc/page.h"

namespace mineru::doc::testing {

using Json = nlohmann::ordered_json;

inline std::vector<Json> read_lines(const std::string& name) {
  std::ifstream file(std::string(MINERU_TEST_DATA) + "/render/" + name);
  std::vector<Json> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(Json::parse(line));
  return rows;
}

inline Box to_box(const Json& json) {
  if (!json.contains("bbox")) return {};
  const Json& b = json["bbox"];
  return {b[0].get<double>(), b[1].get<double>(), b[2].get<double>(), b[3].get<double>()};
}

// The enumerator whose name is `name`; the first one for an unknown name.
inline BlockType to_block_type(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(BlockType::kPageFootnote); ++i) {
    if (block_type_name(static_cast<BlockType>(i)) == name) return static_cast<BlockType>(i);
  }
  return BlockType::kText;
}

inline SpanType to_span_type(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(SpanType::kUnknown); ++i) {
    if (span_type_name(static_cast<SpanType>(i)) == name) return static_cast<SpanType>(i);
  }
  return SpanType::kText;
}

inline std::string text_or_empty(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

inline Span to_span(const Json& json) {
  Span span;
  span.type = to_span_type(json["type"]);
  span.bbox = to_box(json);
  span.content = text_or_empty(json, "content");
  span.html = text_or_empty(json, "html");
  span.image_path = text_or_empty(json, "image_path");
  span.cross_page = json.value("cross_page", false);
  return span;
}

inline std::vector<Line> to_lines(const Json& json) {
  std::vector<Line> lines;
  for (const Json& entry : json) {
    Line line;
    line.bbox = to_box(entry);
    for (const Json& span : entry["spans"]) line.spans.push_back(to_span(span));
    lines.push_back(std::move(line));
  }
  return lines;
}

inline std::vector<SubImage> to_sub_images(const Json& json) {
  std::vector<SubImage> parts;
  for (const Json& part : json) parts.push_back({to_span_type(part["type"]), to_box(part), {}});
  return parts;
}

// A block of middle.json. Titles without a level have level 1, as in the reference's vlm backend.
inline Block to_block(const Json& json) {
  Block block;
  block.type = to_block_type(json["type"]);
  block.bbox = to_box(json);
  block.angle = std::nullopt;
  if (json.contains("angle") && !json["angle"].is_null()) block.angle = json["angle"].get<int>();
  block.index = json.value("index", 0);
  block.level = json.value("level", 1);
  block.sub_type = text_or_empty(json, "sub_type");
  block.language = text_or_empty(json, "guess_lang");
  block.merge_prev = json.value("merge_prev", false);
  block.was_caption = block.type == BlockType::kText && !json.contains("merge_prev");
  block.lines_deleted = json.value("lines_deleted", false);
  block.cross_page = json.value("cross_page", false);
  block.cell_merge = json.value("cell_merge", std::vector<int>());
  if (json.contains("sub_images")) block.sub_images = to_sub_images(json["sub_images"]);
  if (json.contains("lines")) block.lines = to_lines(json["lines"]);
  if (json.contains("blocks")) {
    for (const Json& child : json["blocks"]) block.blocks.push_back(to_block(child));
  }
  return block;
}

inline std::vector<Block> to_blocks(const Json& json) {
  std::vector<Block> blocks;
  for (const Json& entry : json) blocks.push_back(to_block(entry));
  return blocks;
}

inline Page to_page(const Json& json) {
  Page page;
  page.page_idx = json["page_idx"];
  page.size = {json["page_size"][0].get<double>(), json["page_size"][1].get<double>()};
  page.preproc_blocks = to_blocks(json["preproc_blocks"]);
  page.para_blocks = to_blocks(json["para_blocks"]);
  page.discarded_blocks = to_blocks(json["discarded_blocks"]);
  return page;
}

// A block of one line for each of `lines`, as one text span.
inline Block text_block(BlockType type, const std::vector<std::string>& lines) {
  Block block;
  block.type = type;
  block.bbox = {61, 79, 550, 158};
  block.level = 1;
  for (const std::string& text : lines) {
    Span span;
    span.bbox = block.bbox;
    span.content = text;
    block.lines.push_back({block.bbox, {span}});
  }
  return block;
}

}  // namespace mineru::doc::testing
