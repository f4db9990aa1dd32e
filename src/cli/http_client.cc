#include "cli/http_client.h"

#include <charconv>
#include <exception>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "remote/curl_support.h"

namespace mineru::cli {

namespace {

constexpr long kConnectSeconds = 20;
constexpr long kSilenceSeconds = 60;  // a transfer that stands still this long is dead
constexpr long kMaxRedirects = 10;
constexpr size_t kShownBody = 200;  // bytes of an error page that are shown

bool is_success(long status) { return remote::outcome_of_status(status) == HttpOutcome::kOk; }

// What the callbacks of one transfer share. They are called from C, so what they throw waits here.
struct Transfer {
  CURL* curl = nullptr;
  const HttpGet& request;
  bool begun = false;
  std::string error_page = {};
  std::exception_ptr thrown = {};
};

// "bytes 100-199/200" to 100.
std::optional<uint64_t> range_start(CURL* curl) {
  curl_header* header = nullptr;
  if (curl_easy_header(curl, "content-range", 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return {};
  std::string_view value = header->value;
  constexpr std::string_view kUnit = "bytes ";
  if (!value.starts_with(kUnit)) return {};
  value.remove_prefix(kUnit.size());
  uint64_t start = 0;
  const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), start);
  if (error != std::errc() || stop == value.data() + value.size() || *stop != '-') return {};
  return start;
}

void receive(Transfer& transfer, std::string_view bytes) {
  long status = 0;
  curl_easy_getinfo(transfer.curl, CURLINFO_RESPONSE_CODE, &status);
  if (!is_success(status)) {
    const size_t room = kShownBody - std::min(kShownBody, transfer.error_page.size());
    transfer.error_page.append(bytes.substr(0, room));
    return;
  }
  if (!transfer.begun) {
    uint64_t offset = 0;
    if (status == 206) {
      const std::optional<uint64_t> start = range_start(transfer.curl);
      if (!start || *start != transfer.request.offset) {
        throw_error(Code::kCorruptData, "{}: expected the part from byte {}, found {}",
                    transfer.request.url, transfer.request.offset,
                    start ? fmt::format("the one from byte {}", *start) : "a part without a place");
      }
      offset = *start;
    }
    transfer.begun = true;
    transfer.request.on_begin(offset);
  }
  transfer.request.on_bytes(bytes);
}

size_t on_write(char* data, size_t size, size_t count, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  try {
    receive(transfer, {data, size * count});
    return size * count;
  } catch (...) {
    transfer.thrown = std::current_exception();
    return CURL_WRITEFUNC_ERROR;
  }
}

int on_progress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  try {
    if (transfer.request.on_tick) transfer.request.on_tick();
  } catch (...) {
    transfer.thrown = std::current_exception();
    return 1;
  }
  return transfer.request.stop.stop_requested() ? 1 : 0;
}

std::string first_line(std::string_view page) {
  const bool is_text = page.find('<') == std::string_view::npos;
  return is_text ? std::string(page.substr(0, page.find('\n'))) : std::string();
}

}  // namespace

struct HttpClient::State {
  remote::CurlLibrary library;
  remote::CurlHandle curl = remote::make_handle();
  remote::CurlMessage message{};
};

HttpClient::HttpClient() : state_(std::make_unique<State>()) {}
HttpClient::~HttpClient() = default;

HttpAnswer HttpClient::get(const HttpGet& request) {
  CURL* const curl = state_->curl.get();
  curl_easy_reset(curl);  // keeps the connection
  Transfer transfer{.curl = curl, .request = request};
  remote::set_common_options(curl, request.url, state_->message);
  // What begins protected stays so, wherever it is redirected to.
  const char* const protocols = request.url.starts_with("http:") ? "http,https" : "https";
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocols);
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, kMaxRedirects);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, kSilenceSeconds);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_write);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  // Not CURLOPT_RESUME_FROM: it fails where a server sends the whole file instead.
  const std::string range = fmt::format("{}-", request.offset);
  if (request.offset > 0) curl_easy_setopt(curl, CURLOPT_RANGE, range.c_str());
  remote::CurlHeaders headers;
  if (!request.token.empty()) {
    // libcurl drops this header where a redirect leads to another host.
    remote::add_header(headers, "Authorization: Bearer " + request.token);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
  }

  const CURLcode code = curl_easy_perform(curl);
  if (transfer.thrown) std::rethrow_exception(transfer.thrown);
  if (request.stop.stop_requested()) return {HttpOutcome::kStopped, "stopped", 0};
  if (code != CURLE_OK) {
    return {remote::outcome_of(code), remote::reason_of(code, state_->message), 0};
  }
  long status = 0;
  curl_off_t retry_after = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
  if (is_success(status)) return {};
  const std::string page = first_line(transfer.error_page);
  return {remote::outcome_of_status(status),
          fmt::format("the server answered {}{}{}", status, page.empty() ? "" : ": ", page),
          static_cast<double>(retry_after)};
}

}  // namespace mineru::cli
