#include "vectors/document_json.h"

#include "base/error.h"

namespace mineru::doc::vectors {

Box box_from(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>(),
          json.at(3).get<double>()};
}

Json box_json(const Box& box) { return Json::array({box.x0, box.y0, box.x1, box.y1}); }

BlockType block_type_from(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(BlockType::kPageFootnote); ++i) {
    if (block_type_name(static_cast<BlockType>(i)) == name) return static_cast<BlockType>(i);
  }
  throw_error(Code::kInvalidArgument, "{}: no type of a block", name);
}

SpanType span_type_from(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(SpanType::kUnknown); ++i) {
    if (span_type_name(static_cast<SpanType>(i)) == name) return static_cast<SpanType>(i);
  }
  throw_error(Code::kInvalidArgument, "{}: no type of a span", name);
}

Span span_from(const Json& json) {
  Span span;
  span.type = span_type_from(json.at("type").get<std::string>());
  if (json.contains("bbox")) span.bbox = box_from(json.at("bbox"));
  // Null: not read.
  const auto text = [&json](const char* key) {
    return json.contains(key) && !json.at(key).is_null() ? json.at(key).get<std::string>() : "";
  };
  span.content = text("content");
  span.html = text("html");
  span.image_path = text("image_path");
  span.cross_page = json.value("cross_page", false);
  return span;
}

std::vector<Line> lines_from(const Json& json) {
  std::vector<Line> lines;
  for (const Json& entry : json) {
    Line& line = lines.emplace_back();
    if (entry.contains("bbox")) line.bbox = box_from(entry.at("bbox"));
    for (const Json& span : entry.at("spans")) line.spans.push_back(span_from(span));
  }
  return lines;
}

Block block_from(const Json& json) {
  Block block;
  block.type = block_type_from(json.at("type").get<std::string>());
  if (json.contains("bbox")) block.bbox = box_from(json.at("bbox"));
  if (json.contains("lines")) block.lines = lines_from(json.at("lines"));
  if (json.contains("blocks")) {
    for (const Json& child : json.at("blocks")) block.blocks.push_back(block_from(child));
  }
  return block;
}

}  // namespace mineru::doc::vectors
