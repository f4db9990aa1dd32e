#include "remote/reply_body.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "text/utf8.h"

namespace mineru::remote {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kEndToken = "<|im_end|>";
constexpr size_t kShownBytes = 200;  // of what a server says
constexpr size_t kShownModels = 5;
constexpr long kOk = 200;

std::string shortened(std::string_view text) {
  return std::string(text::truncate_utf8(text::trim(text), kShownBytes));
}

// Of an object; null where there is none.
const Json& member(const Json& json, const char* name) {
  static const Json kNothing;
  if (!json.is_object()) return kNothing;
  const auto found = json.find(name);
  return found == json.end() ? kNothing : *found;
}

std::string text_member(const Json& json, const char* name) {
  const Json& value = member(json, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

int count_member(const Json& json, const char* name) {
  const Json& value = member(json, name);
  if (!value.is_number_integer()) return 0;
  constexpr int64_t kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp<int64_t>(value.get<int64_t>(), 0, kMost));
}

// Servers put their words in different places.
std::string message_of(std::string_view body) {
  const Json json = Json::parse(body, nullptr, false);
  for (const std::string& text :
       {text_member(member(json, "error"), "message"), text_member(json, "error"),
        text_member(json, "message"), text_member(json, "detail")}) {
    if (!text.empty()) return shortened(text);
  }
  const bool is_page = body.find('<') != std::string_view::npos || json.is_structured();
  return is_page ? std::string() : shortened(body.substr(0, body.find('\n')));
}

Json parse_object(long status, std::string_view body) {
  if (status != kOk) throw_status(status, body);
  Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) {
    throw_error(Code::kCorruptData, "expected a JSON object, found {}",
                json.is_discarded() ? "no JSON" : fmt::format("JSON of kind {}", json.type_name()));
  }
  if (text_member(json, "object") == "error") {
    throw_error(Code::kCorruptData, "the server answered with an error: {}", message_of(body));
  }
  return json;
}

engine::FinishReason finish_reason(const Json& choice) {
  const Json& reason = member(choice, "finish_reason");
  if (!reason.is_string()) {
    throw_error(Code::kCorruptData, "finish_reason: expected \"stop\" or \"length\", found {}",
                reason.type_name());
  }
  const auto& name = reason.get_ref<const std::string&>();
  if (name == "stop") return engine::FinishReason::kStop;
  if (name == "length") return engine::FinishReason::kLength;
  throw_error(Code::kUnsupported,
              "the server ended the reply with '{}', expected 'stop' or 'length'", shortened(name));
}

std::string content_of(const Json& choice) {
  const Json& message = member(choice, "message");
  if (!message.is_object()) {
    throw_error(Code::kCorruptData, "message: expected an object, found {}", message.type_name());
  }
  const auto content = message.find("content");
  if (content == message.end() || !(content->is_string() || content->is_null())) {
    throw_error(Code::kCorruptData, "content: expected text, found {}",
                content == message.end() ? "nothing" : content->type_name());
  }
  if (content->is_null()) return {};
  std::string text = content->get<std::string>();
  if (text.ends_with(kEndToken)) text.resize(text.size() - kEndToken.size());
  return text;
}

std::string names_of(const std::vector<ServedModel>& models) {
  if (models.empty()) return "none";
  std::string names;
  for (size_t i = 0; i < std::min(models.size(), kShownModels); ++i) {
    names += (i == 0 ? "'" : ", '") + shortened(models[i].name) + "'";
  }
  return models.size() > kShownModels ? names + ", ..." : names;
}

}  // namespace

engine::Reply read_reply(long status, std::string_view body) {
  const Json json = parse_object(status, body);
  const Json& choices = member(json, "choices");
  if (!choices.is_array() || choices.empty()) {
    throw_error(Code::kCorruptData, "choices: expected a list with a reply, found {}",
                choices.is_array() ? "an empty one" : choices.type_name());
  }
  engine::Reply reply;
  reply.finish_reason = finish_reason(choices.front());
  reply.text = content_of(choices.front());
  const Json& usage = member(json, "usage");
  reply.usage.prompt_tokens = count_member(usage, "prompt_tokens");
  reply.usage.completion_tokens = count_member(usage, "completion_tokens");
  return reply;
}

std::vector<ServedModel> read_models(long status, std::string_view body) {
  const Json json = parse_object(status, body);
  const Json& data = member(json, "data");
  if (!data.is_array()) {
    throw_error(Code::kCorruptData, "data: expected a list of models, found {}", data.type_name());
  }
  std::vector<ServedModel> models;
  for (const Json& entry : data) {
    ServedModel model{text_member(entry, "id"), count_member(entry, "max_model_len")};
    if (!model.name.empty()) models.push_back(std::move(model));
  }
  return models;
}

ServedModel choose_model(const std::vector<ServedModel>& models, std::string_view wanted) {
  if (wanted.empty()) {
    if (models.size() == 1) return models.front();
    throw_error(Code::kNotFound,
                "expected one model, found {}; --served-model or MINERU_VL_MODEL_NAME chooses one",
                names_of(models));
  }
  for (const ServedModel& model : models) {
    if (model.name == wanted) return model;
  }
  throw_error(Code::kNotFound, "expected the model '{}', found {}", wanted, names_of(models));
}

std::string status_text(long status, std::string_view body) {
  const std::string message = message_of(body);
  return fmt::format("the server answered {}{}{}", status, message.empty() ? "" : ": ", message);
}

void throw_status(long status, std::string_view body) {
  constexpr long kTooManyRequests = 429;
  constexpr long kUnavailable = 503;
  constexpr long kUnauthorized = 401;
  constexpr long kForbidden = 403;
  std::string message = status_text(status, body);
  if (status == kUnauthorized || status == kForbidden) {
    message += "; the variable MINERU_VL_API_KEY can hold a key";
  }
  const bool is_busy = status == kTooManyRequests || status == kUnavailable;
  const bool is_refusal = status >= 400 && status < 500 && !is_busy;
  throw Error(is_busy      ? Code::kResourceExhausted
              : is_refusal ? Code::kInvalidArgument
                           : Code::kInternal,
              std::move(message));
}

}  // namespace mineru::remote
