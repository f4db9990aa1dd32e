// We do not run Jinja: prompts are built as Qwen2-VL's ChatML. These functions find out whether a
// checkpoint asks for anything else.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mineru::model {

// Errors: kUnsupported when the template is not recognisably Qwen2-VL's ChatML; the message names
// the missing marker.
void check_chat_template(std::string_view jinja, std::string_view file);

// The "chat_template" of a JSON file (a string, or a list of named ones, of which "default" or the
// first counts); nothing when it has none. Errors: kCorruptData.
std::optional<std::string> parse_chat_template(std::string_view json, std::string_view file);

// Checks the template that transformers would use: of chat_template.jinja, chat_template.json,
// processor_config.json and tokenizer_config.json, the first that has one. A folder without any is
// fine. Errors: as above, kIo.
void check_chat_template_of(const std::filesystem::path& folder);

}  // namespace mineru::model
