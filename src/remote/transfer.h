// One HTTP request on its way, with all its attempts.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "engine/stream.h"
#include "remote/curl_support.h"
#include "remote/transfers.h"

namespace mineru::remote {

using Clock = std::chrono::steady_clock;

// Made on the caller's thread, afterwards on that of its Transfers only.
class Transfer {
 public:
  explicit Transfer(HttpCall call) : call_(std::move(call)) {}
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  const HttpCall& call() const { return call_; }
  std::unique_ptr<engine::TokenStream> open_stream() const { return writer_.open_stream(); }

  // A new attempt: its handle, ready to go. Errors: kInternal, kResourceExhausted.
  CURL* prepare(const TransferOptions& options);
  CURL* handle() const { return handle_.get(); }
  // Once the handle has left libcurl's hands.
  void drop_handle() { handle_.reset(); }

  int attempts() const { return attempts_; }
  const std::string& body() const { return body_; }
  bool is_too_long() const { return too_long_; }
  const CurlMessage& message() const { return message_; }
  bool is_silent(Clock::time_point now, std::chrono::seconds timeout) const {
    return now - moved_ > timeout;
  }

  // When the next attempt may begin.
  Clock::time_point not_before = {};

  // Cancelled or too late.
  std::optional<engine::FinishReason> interrupted(Clock::time_point now) const;
  void finish(engine::FinishReason reason);
  void finish(engine::Reply reply);
  void fail(const Error& error) { writer_->fail(error); }

 private:
  static size_t on_write(char* data, size_t size, size_t count, void* user) noexcept;
  static int on_progress(void* user, curl_off_t, curl_off_t received, curl_off_t,
                         curl_off_t sent) noexcept;

  HttpCall call_;
  engine::MailboxWriter writer_;
  int attempts_ = 0;
  CurlHandle handle_;
  CurlHeaders headers_;
  CurlMessage message_{};
  std::string body_;
  bool too_long_ = false;
  curl_off_t num_moved_ = 0;  // bytes in both directions
  Clock::time_point moved_;   // when that changed last
};

}  // namespace mineru::remote
