#include "doc/vlm/content_json.h"

#include <fmt/format.h>

#include "base/error.h"

namespace mineru::doc::vlm {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void bad_field(std::string_view key, std::string_view expected, const Json& found) {
  throw_error(Code::kInvalidArgument, "content block: \"{}\": expected {}, found {}", key, expected,
              found.type_name());
}

// Nothing when the key is missing or null.
const Json* field(const Json& json, std::string_view key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::string> string_field(const Json& json, std::string_view key) {
  const Json* value = field(json, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) bad_field(key, "a string", *value);
  return value->get<std::string>();
}

bool bool_field(const Json& json, std::string_view key) {
  const Json* value = field(json, key);
  if (value == nullptr) return false;
  if (!value->is_boolean()) bad_field(key, "true or false", *value);
  return value->get<bool>();
}

int to_int(std::string_view key, const Json& value) {
  if (!value.is_number_integer()) bad_field(key, "an integer", value);
  return value.get<int>();
}

std::optional<int> angle_field(const Json& json) {
  const Json* value = field(json, "angle");
  if (value == nullptr) return std::nullopt;
  const int angle = to_int("angle", *value);
  if (angle != 0 && angle != 90 && angle != 180 && angle != 270) {
    throw_error(Code::kInvalidArgument,
                "content block: \"angle\": expected 0, 90, 180 or 270, found {}", angle);
  }
  return angle;
}

ContentType type_field(const Json& json) {
  const std::optional<std::string> name = string_field(json, "type");
  if (!name) throw_error(Code::kInvalidArgument, "content block: \"type\" is missing");
  const std::optional<ContentType> type = content_type_from_name(*name);
  if (!type) throw_error(Code::kInvalidArgument, "content block: unknown type \"{}\"", *name);
  return *type;
}

std::array<double, 4> bbox_field(const Json& json) {
  const Json* value = field(json, "bbox");
  if (value == nullptr) throw_error(Code::kInvalidArgument, "content block: \"bbox\" is missing");
  std::array<double, 4> bbox{};
  if (!value->is_array() || value->size() != bbox.size()) bad_field("bbox", "4 numbers", *value);
  for (size_t i = 0; i < bbox.size(); ++i) {
    if (!(*value)[i].is_number()) bad_field("bbox", "4 numbers", (*value)[i]);
    bbox[i] = (*value)[i].get<double>();
  }
  return bbox;
}

}  // namespace

Json content_block_to_json(const ContentBlock& block) {
  Json json;
  json["type"] = content_type_name(block.type);
  json["bbox"] = block.bbox;
  json["angle"] = block.angle ? Json(*block.angle) : Json(nullptr);
  json["content"] = block.content ? Json(*block.content) : Json(nullptr);
  if (block.type == ContentType::kText) json["merge_prev"] = block.merge_prev;
  if (block.sub_type) json["sub_type"] = *block.sub_type;
  if (!block.cell_merge.empty()) json["cell_merge"] = block.cell_merge;
  return json;
}

Json content_blocks_to_json(const std::vector<ContentBlock>& blocks) {
  Json json = Json::array();
  for (const ContentBlock& block : blocks) json.push_back(content_block_to_json(block));
  return json;
}

ContentBlock content_block_from_json(const Json& json) {
  if (!json.is_object()) bad_field("", "an object", json);
  ContentBlock block;
  block.type = type_field(json);
  block.bbox = bbox_field(json);
  block.angle = angle_field(json);
  block.content = string_field(json, "content");
  block.merge_prev = block.type == ContentType::kText && bool_field(json, "merge_prev");
  block.sub_type = string_field(json, "sub_type");
  if (const Json* cells = field(json, "cell_merge")) {
    if (!cells->is_array()) bad_field("cell_merge", "a list", *cells);
    for (const Json& cell : *cells) block.cell_merge.push_back(to_int("cell_merge", cell));
  }
  block.absorbed_by_table = bool_field(json, "_absorbed_by_table");
  if (const Json* images = field(json, "_table_image_token_map")) {
    if (!images->is_object()) bad_field("_table_image_token_map", "an object", *images);
    for (const auto& [token, uri] : images->items()) {
      if (!uri.is_string()) bad_field("_table_image_token_map", "strings", uri);
      block.table_images[token] = uri.get<std::string>();
    }
  }
  return block;
}

std::vector<ContentBlock> content_blocks_from_json(const Json& json) {
  if (!json.is_array()) bad_field("", "a list of content blocks", json);
  std::vector<ContentBlock> blocks;
  blocks.reserve(json.size());
  for (const Json& block : json) blocks.push_back(content_block_from_json(block));
  return blocks;
}

}  // namespace mineru::doc::vlm
