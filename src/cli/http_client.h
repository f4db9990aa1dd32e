// HTTP as `pull` needs it: one file at a time, from where an earlier attempt ended. libcurl takes
// proxies from the environment.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "remote/http_outcome.h"

namespace mineru::cli {

struct HttpGet {
  std::string url;
  std::string token;    // for the host of `url` only: it does not follow a redirect to another one
  uint64_t offset = 0;  // asks for the bytes from there on
  // Where in the file the bytes that follow belong: `offset`, or 0 from a server that sends all of
  // it. Called before the first of them; not called when none come.
  std::function<void(uint64_t offset)> on_begin;
  std::function<void(std::string_view bytes)> on_bytes;
  std::function<void()> on_tick;  // about once a second, also while nothing comes
  std::stop_token stop;
};

using remote::HttpOutcome;

struct HttpAnswer {
  HttpOutcome outcome = HttpOutcome::kOk;
  std::string reason;        // for a person; empty for kOk
  double retry_after_s = 0;  // what the server asked for; 0: nothing
};

// One connection, used again while the server keeps it. Not thread-safe.
class HttpClient {
 public:
  HttpClient();
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Errors: only what the callbacks throw, and kInternal for a libcurl that does not work.
  HttpAnswer get(const HttpGet& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mineru::cli
