#include "cli/options_server.h"

#include <limits>
#include <string>

#include "cli/option_values.h"

namespace mineru::cli {

namespace {

constexpr int kMaxConcurrency = 10'000;
constexpr int kMaxSeconds = 86'400;

void reject_options_without_server(const Values& values) {
  for (const char* const name : kServerNames) {
    if (!values.contains(name)) continue;
    throw_error(Code::kInvalidArgument, "--{} is for a model server: name it with -u URL", name);
  }
}

void reject_options_of_a_local_model(const Values& values) {
  for (const char* const name : {"model", "dtype"}) {
    if (!values.contains(name)) continue;
    throw_error(Code::kInvalidArgument,
                "--{} is for a model on this machine; which one a server uses says --served-model",
                name);
  }
}

}  // namespace

std::optional<remote::RemoteOptions> read_server(const Values& values,
                                                 const Environment& environment,
                                                 std::string_view backend) {
  remote::RemoteOptions server;
  const auto as_it_is = [](const std::string& text) { return text; };
  if (!backend.empty()) server.url = environment.server_url;
  read_value(values, "url", server.url, [](const std::string& text) {
    remote::check_address(text);
    return text;
  });
  if (server.url.empty()) {
    if (!backend.empty()) {
      throw_error(Code::kInvalidArgument,
                  "-b {}: the address of the model server is missing; -u http://HOST:PORT names "
                  "it, or the variable MINERU_VL_SERVER",
                  backend);
    }
    reject_options_without_server(values);
    return std::nullopt;
  }
  reject_options_of_a_local_model(values);
  server.model = environment.server_model;
  server.api_key = environment.server_key;
  read_value(values, "served-model", server.model, as_it_is);
  read_value(values, "max-concurrency", server.max_in_flight,
             [](const std::string& text) { return parse_int(text, 1, kMaxConcurrency); });
  read_value(values, "http-timeout", server.timeout, [](const std::string& text) {
    return std::chrono::seconds(parse_int(text, 1, kMaxSeconds));
  });
  read_value(values, "priority", server.priority, [](const std::string& text) {
    constexpr int kMost = 1'000'000;
    return parse_int(text, 0, kMost);
  });
  return server;
}

}  // namespace mineru::cli
