// What goes to a model server and comes from it.
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "doc/vlm/content_block.h"
#include "doc/vlm/requests.h"
#include "remote/picture_url.h"
#include "remote/reply_body.h"
#include "remote/request_body.h"
#include "remote/server_url.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : text) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    group = (group << 6 | static_cast<unsigned>(digit)) & 0xFFFFU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> static_cast<unsigned>(bits) & 0xFFU);
  }
  return bytes;
}

std::string from_hex(std::string_view text) {
  std::string bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(text.data() + i, text.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

vlm::PromptKind kind_of(const std::string& name) {
  if (name == "[layout]") return vlm::PromptKind::kLayout;
  const auto type = vlm::content_type_from_name(name);
  return type ? vlm::prompt_kind(*type) : vlm::PromptKind::kText;
}

Json request_body_step(const Json& input, Compat) {
  remote::BodySettings settings{.model = input.value("model", "MinerU2.5"), .priority = {}};
  if (input.contains("priority") && !input.at("priority").is_null()) {
    settings.priority = input.at("priority").get<int>();
  }
  // The picture counts as bytes only; the rows without any mean these.
  const std::string bytes = from_base64(input.value("image_bytes_b64", "iVBORy1mYWtl"));
  const std::vector<std::string> urls = {remote::picture_url(bytes)};
  const engine::Request request =
      vlm::request_for(kind_of(input.at("block_type")), media::Image(1, 1), Compat::kReference);
  return Json::parse(remote::request_body(request, urls, settings));
}

// The reference's name of an error: of the request where the server says that it broke it off, else
// of the server.
Json response_handling_step(const Json& input, Compat) {
  const Json& body = input.at("body");
  const std::string bytes = body.is_string() ? body.get<std::string>() : body.dump();
  try {
    return {{"content", remote::read_reply(input.at("status"), bytes).text}};
  } catch (const Error& error) {
    return {{"error", error.code() == Code::kUnsupported ? "RequestError" : "ServerError"}};
  }
}

Json server_url_step(const Json& input, Compat) {
  const remote::ServerUrls urls = remote::server_urls(input.get<std::string>());
  return {{"models", urls.models}, {"chat", urls.chat}};
}

Json image_format_step(const Json& input, Compat) {
  return std::string(remote::picture_format(from_hex(input.get<std::string>())));
}

}  // namespace

void add_http_steps(Steps& steps) {
  steps["request_body"] = request_body_step;
  steps["response_handling"] = response_handling_step;
  steps["server_url"] = server_url_step;
  steps["image_format"] = image_format_step;
}

}  // namespace mineru::doc::vectors
