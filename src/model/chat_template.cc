#include "model/chat_template.h"

#include <array>

#include "model/config_json.h"

namespace mineru::model {

namespace {

constexpr uint64_t kMaxBytes = 16U << 20U;

constexpr std::array<std::string_view, 5> kMarkers{"<|im_start|>", "<|im_end|>", "<|vision_start|>",
                                                   "<|image_pad|>", "<|vision_end|>"};

constexpr std::array<std::string_view, 3> kJsonFiles{"chat_template.json", "processor_config.json",
                                                     "tokenizer_config.json"};

// One of [{"name": "default", "template": "..."}, ...].
const nlohmann::json& default_of(const JsonFields& fields, const nlohmann::json& list) {
  const nlohmann::json* chosen = nullptr;
  for (const nlohmann::json& entry : list) {
    if (!entry.is_object() || !entry.contains("template") || !entry["template"].is_string()) {
      fields.fail(Code::kCorruptData, "chat_template", "a list of objects with \"template\"");
    }
    const auto name = entry.find("name");
    const bool is_default = name != entry.end() && *name == "default";
    if (chosen == nullptr || is_default) chosen = &entry["template"];
    if (is_default) break;
  }
  if (chosen == nullptr) fields.fail(Code::kCorruptData, "chat_template", "at least one template");
  return *chosen;
}

}  // namespace

void check_chat_template(std::string_view jinja, std::string_view file) {
  for (const std::string_view marker : kMarkers) {
    if (jinja.find(marker) == std::string_view::npos) {
      throw_error(Code::kUnsupported,
                  "{}: expected the chat template of Qwen2-VL (ChatML with pictures), found one "
                  "without {}; templates are recognised, not run",
                  file, marker);
    }
  }
}

std::optional<std::string> parse_chat_template(std::string_view json, std::string_view file) {
  const nlohmann::json root = parse_json_object(json, file);
  const JsonFields fields(root, file);
  const nlohmann::json* value = fields.find("chat_template");
  if (value == nullptr) return std::nullopt;
  if (value->is_array()) return default_of(fields, *value).get<std::string>();
  return fields.string("chat_template");
}

void check_chat_template_of(const std::filesystem::path& folder) {
  const auto jinja = folder / "chat_template.jinja";
  if (std::filesystem::exists(jinja)) {
    return check_chat_template(read_small_file(jinja, kMaxBytes), jinja.string());
  }
  for (const std::string_view name : kJsonFiles) {
    const auto path = folder / name;
    if (!std::filesystem::exists(path)) continue;
    const auto found = parse_chat_template(read_small_file(path, kMaxBytes), path.string());
    if (found) return check_chat_template(*found, path.string());
  }
}

}  // namespace mineru::model
