#include "remote/server_url.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace mineru::remote {

namespace {

std::string_view without_trailing_slashes(std::string_view text) {
  return text.substr(0, text.find_last_not_of('/') + 1);
}

// "p%40ss" to "p@ss"; what is no such code stays.
std::string decoded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    unsigned value = 0;
    const bool may_be_code = text.front() == '%' && text.size() > 2;
    const char* const end = text.data() + (may_be_code ? 3 : 1);
    if (may_be_code && std::from_chars(text.data() + 1, end, value, 16).ptr == end) {
      out += static_cast<char>(value);
      text.remove_prefix(3);
    } else {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

size_t scheme_size(std::string_view address) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (address.starts_with(scheme)) return scheme.size();
  }
  throw_error(Code::kInvalidArgument,
              "model server '{}': expected http://HOST:PORT or https://HOST:PORT", address);
}

}  // namespace

ServerUrls server_urls(std::string_view address) {
  const size_t host_start = scheme_size(address);
  const size_t host_end = std::min(address.find_first_of("/?#", host_start), address.size());
  std::string_view host = address.substr(host_start, host_end - host_start);
  ServerUrls urls;
  if (const size_t at = host.rfind('@'); at != std::string_view::npos) {
    urls.credentials = decoded(host.substr(0, at));
    host.remove_prefix(at + 1);
  }
  const bool has_blank = address.find_first_of(" \t\r\n") != std::string_view::npos;
  if (host.empty() || host.front() == ':' || has_blank) {
    throw_error(Code::kInvalidArgument, "model server '{}': expected http://HOST:PORT, found {}",
                address, has_blank ? "a blank" : "no host");
  }
  std::string base(address.substr(0, host_start));
  base += host;
  if (address.ends_with('/')) base += without_trailing_slashes(address.substr(host_end));
  urls.models = base + "/v1/models";
  urls.chat = base + "/v1/chat/completions";
  return urls;
}

}  // namespace mineru::remote
