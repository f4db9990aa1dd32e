#include "remote/request_body.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "text/utf8.h"

namespace mineru::remote {

namespace {

using Json = nlohmann::ordered_json;
using engine::Message;
using engine::Part;

bool has_picture(const Message& message) {
  for (const Part& part : message.parts) {
    if (part.image) return true;
  }
  return false;
}

class BodyWriter {
 public:
  BodyWriter(std::span<const std::string> picture_urls) : picture_urls_(picture_urls) {}

  Json messages(const std::vector<Message>& messages) {
    Json all = Json::array();
    for (const Message& message : messages) {
      const bool is_list = message.role == "user" || has_picture(message);
      all.push_back({{"role", message.role},
                     {"content", is_list ? list_of(message) : Json(text_of(message))}});
    }
    return all;
  }

 private:
  Json list_of(const Message& message) {
    Json list = Json::array();
    for (const Part& part : message.parts) {
      if (part.image) {
        MINERU_CHECK(next_ < picture_urls_.size());
        list.push_back({{"type", "image_url"}, {"image_url", {{"url", picture_urls_[next_++]}}}});
      } else {
        list.push_back({{"type", "text"}, {"text", part.text}});
      }
    }
    return list;
  }

  static std::string text_of(const Message& message) {
    std::string text;
    for (const Part& part : message.parts) text += part.text;
    return text;
  }

  std::span<const std::string> picture_urls_;
  size_t next_ = 0;
};

// Servers of OpenAI's own models refuse what is not in their interface.
bool is_gpt(std::string_view model) { return text::fold_case(model.substr(0, 3)) == "gpt"; }

}  // namespace

std::string request_body(const engine::Request& request, std::span<const std::string> picture_urls,
                         const BodySettings& settings) {
  const engine::Sampling& sampling = request.sampling;
  const bool gpt = is_gpt(settings.model);
  Json body = {{"model", settings.model},
               {"messages", BodyWriter(picture_urls).messages(request.messages)}};
  if (settings.priority) body["priority"] = *settings.priority;
  body["temperature"] = sampling.temperature;
  body["top_p"] = sampling.top_p;
  if (sampling.top_k > 0 && !gpt) body["top_k"] = sampling.top_k;
  body["presence_penalty"] = sampling.presence_penalty;
  body["frequency_penalty"] = sampling.frequency_penalty;
  if (!gpt) body["repetition_penalty"] = sampling.repetition_penalty;
  if (sampling.temperature > 0) body["seed"] = sampling.seed;
  if (sampling.no_repeat_ngram_size > 0) {
    body["vllm_xargs"] = {{"no_repeat_ngram_size", sampling.no_repeat_ngram_size},
                          {"debug", false}};
  }
  if (request.max_new_tokens > 0) {
    body["max_completion_tokens"] = request.max_new_tokens;
    body["max_tokens"] = request.max_new_tokens;
  }
  if (!gpt) {
    body["skip_special_tokens"] = request.special_tokens == engine::SpecialTokens::kSkip;
  }
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mineru::remote
