#include "remote/transfer.h"

#include <new>
#include <utility>

namespace mineru::remote {

namespace {

constexpr long kConnectSeconds = 10;
constexpr long kIdleSeconds = 5;  // a connection that rested longer is not used again
constexpr size_t kMaxAnswer = size_t{64} << 20;  // bytes; a reply has some thousand tokens

}  // namespace

size_t Transfer::on_write(char* data, size_t size, size_t count, void* user) noexcept {
  Transfer& transfer = *static_cast<Transfer*>(user);
  const size_t bytes = size * count;
  transfer.too_long_ = bytes > kMaxAnswer - transfer.body_.size();
  if (transfer.too_long_) return CURL_WRITEFUNC_ERROR;
  try {
    transfer.body_.append(data, bytes);
  } catch (const std::bad_alloc&) {
    return CURL_WRITEFUNC_ERROR;
  }
  return bytes;
}

int Transfer::on_progress(void* user, curl_off_t, curl_off_t received, curl_off_t,
                          curl_off_t sent) noexcept {
  Transfer& transfer = *static_cast<Transfer*>(user);
  if (std::exchange(transfer.num_moved_, received + sent) != received + sent) {
    transfer.moved_ = Clock::now();
  }
  return 0;
}

CURL* Transfer::prepare(const TransferOptions& options) {
  ++attempts_;
  body_.clear();
  num_moved_ = 0;
  moved_ = Clock::now();
  handle_ = make_handle();
  headers_.reset();
  CURL* const handle = handle_.get();
  set_common_options(handle, call_.url, message_);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, this);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(handle, CURLOPT_MAXAGE_CONN, kIdleSeconds);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Transfer::on_write);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &Transfer::on_progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, this);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  if (!options.api_key.empty()) add_header(headers_, "Authorization: Bearer " + options.api_key);
  if (!options.credentials.empty()) {
    curl_easy_setopt(handle, CURLOPT_USERPWD, options.credentials.c_str());
  }
  if (call_.json) {
    add_header(headers_, "Content-Type: application/json");
    // Else libcurl asks before it sends a large body, and waits a second for the answer.
    add_header(headers_, "Expect:");
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(call_.json->size()));
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, call_.json->c_str());
  }
  if (headers_ != nullptr) curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers_.get());
  return handle;
}

std::optional<engine::FinishReason> Transfer::interrupted(Clock::time_point now) const {
  if (writer_->is_cancelled()) return engine::FinishReason::kCancelled;
  if (call_.deadline && now >= *call_.deadline) return engine::FinishReason::kDeadline;
  return std::nullopt;
}

void Transfer::finish(engine::FinishReason reason) {
  engine::Reply reply;
  reply.finish_reason = reason;
  writer_->finish(std::move(reply));
}

void Transfer::finish(engine::Reply reply) {
  writer_->push(reply.text);
  writer_->finish(std::move(reply));
}

}  // namespace mineru::remote
