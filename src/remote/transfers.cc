#include "remote/transfers.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>

#include "remote/reply_body.h"
#include "remote/retry_policy.h"
#include "remote/transfer.h"

namespace mineru::remote {

namespace {

using std::chrono::milliseconds;

// Replies that were cancelled, deadlines and silence are looked for this often.
constexpr milliseconds kTick{50};
constexpr milliseconds kIdle{60'000};
constexpr long kMaxIdleConnections = 20;

TransferOptions checked(TransferOptions options) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  if (std::any_of(options.api_key.begin(), options.api_key.end(), is_control)) {
    throw_error(Code::kInvalidArgument,
                "MINERU_VL_API_KEY: expected one line of text, found a control character");
  }
  options.max_in_flight = std::max(1, options.max_in_flight);
  return options;
}

CURLM* make_multi() {
  CURLM* const multi = curl_multi_init();
  if (multi == nullptr) throw_error(Code::kInternal, "libcurl cannot be started");
  return multi;
}

std::string place_of(const Transfer& transfer) {
  const int attempts = transfer.attempts();
  if (attempts == 1) return transfer.call().url;
  return fmt::format("{} ({} attempts)", transfer.call().url, attempts);
}

Code code_of(HttpOutcome outcome) {
  return outcome == HttpOutcome::kUnreachable ? Code::kNotFound : Code::kInternal;
}

}  // namespace

Transfers::Transfers(TransferOptions options)
    : options_(checked(std::move(options))),
      multi_(make_multi()),
      thread_(1, [this](int) { run(); }) {}

Transfers::~Transfers() {
  close(Error(Code::kCancelled, "the connection ended before the reply was complete"));
}

std::unique_ptr<engine::TokenStream> Transfers::send(HttpCall call) {
  auto transfer = std::make_unique<Transfer>(std::move(call));
  auto stream = transfer->open_stream();
  const std::lock_guard lock(mutex_);
  if (closed_) throw Error(*closed_);
  inbox_.push_back(std::move(transfer));
  curl_multi_wakeup(multi_.get());
  return stream;
}

void Transfers::close(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!closed_) closed_ = error;
  curl_multi_wakeup(multi_.get());
}

// The entry of the thread. What fails for one request ends that request; what comes here is a
// failure between them, and nothing is sent from then on.
void Transfers::run() {
  try {
    work();
  } catch (...) {
    close(current_error());
  }
  const std::lock_guard lock(mutex_);
  for (auto* const transfers : {&in_flight_, &waiting_, &inbox_}) {
    for (const auto& transfer : *transfers) {
      if (transfer->handle() != nullptr) curl_multi_remove_handle(multi_.get(), transfer->handle());
      transfer->fail(*closed_);
    }
    transfers->clear();
  }
}

void Transfers::work() {
  curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, kMaxIdleConnections);
  while (take()) {
    start_waiting();
    int num_running = 0;
    const CURLMcode code = curl_multi_perform(multi_.get(), &num_running);
    if (code != CURLM_OK) throw_error(Code::kInternal, "libcurl: {}", curl_multi_strerror(code));
    collect();
    end_unwanted();
    const bool is_idle = in_flight_.empty() && waiting_.empty();
    const milliseconds pause = is_idle ? kIdle : kTick;
    curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(pause.count()), nullptr);
  }
}

// False: stop.
bool Transfers::take() {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  std::move(inbox_.begin(), inbox_.end(), std::back_inserter(waiting_));
  inbox_.clear();
  return true;
}

void Transfers::start_waiting() {
  const auto now = Clock::now();
  const auto most = static_cast<size_t>(options_.max_in_flight);
  std::vector<std::unique_ptr<Transfer>> still_waiting;
  for (auto& transfer : waiting_) {
    const bool starts = in_flight_.size() < most && transfer->not_before <= now;
    if (starts) {
      start(std::move(transfer));
    } else {
      still_waiting.push_back(std::move(transfer));
    }
  }
  waiting_ = std::move(still_waiting);
}

void Transfers::start(std::unique_ptr<Transfer> transfer) {
  try {
    CURL* const handle = transfer->prepare(options_);
    const CURLMcode code = curl_multi_add_handle(multi_.get(), handle);
    if (code != CURLM_OK) throw_error(Code::kInternal, "libcurl: {}", curl_multi_strerror(code));
    in_flight_.push_back(std::move(transfer));
  } catch (...) {
    transfer->fail(current_error());
  }
}

// Those that libcurl has ended.
void Transfers::collect() {
  int num_left = 0;
  while (const CURLMsg* const message = curl_multi_info_read(multi_.get(), &num_left)) {
    if (message->msg != CURLMSG_DONE) continue;
    char* owner = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
    end(*reinterpret_cast<Transfer*>(owner), message->data.result);
  }
}

void Transfers::end(Transfer& transfer, CURLcode code) {
  if (code != CURLE_OK) {
    const bool is_too_long = transfer.is_too_long();
    return retry_or_fail(
        transfer, outcome_of(code),
        is_too_long ? "the answer is too long for a reply" : reason_of(code, transfer.message()));
  }
  long status = 0;
  curl_off_t retry_after = 0;
  curl_easy_getinfo(transfer.handle(), CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(transfer.handle(), CURLINFO_RETRY_AFTER, &retry_after);
  if (is_worth_retrying(HttpOutcome::kOk, status) && transfer.attempts() <= kMaxRetries) {
    return wait_for_retry(transfer, static_cast<double>(retry_after));
  }
  const auto done = remove(transfer);
  try {
    done->finish(done->call().read(status, done->body()));
  } catch (...) {
    Error error = current_error();
    error.add_context(place_of(*done));
    done->fail(error);
  }
}

void Transfers::retry_or_fail(Transfer& transfer, HttpOutcome outcome, const std::string& reason) {
  const bool may_retry = outcome != HttpOutcome::kUnreachable || transfer.call().patient;
  if (may_retry && is_worth_retrying(outcome, 0) && transfer.attempts() <= kMaxRetries) {
    return wait_for_retry(transfer, 0);
  }
  const auto done = remove(transfer);
  done->fail(Error(code_of(outcome), fmt::format("{}: {}", place_of(*done), reason)));
}

void Transfers::wait_for_retry(Transfer& transfer, double retry_after_s) {
  // Retries of many requests at one moment would overload the server anew.
  const double random = std::uniform_real_distribution<>(0, 1)(random_);
  const double seconds = seconds_before_retry(transfer.attempts(), retry_after_s, random);
  auto again = remove(transfer);
  again->not_before = Clock::now() + milliseconds(static_cast<int64_t>(seconds * 1000));
  waiting_.push_back(std::move(again));
}

void Transfers::end_unwanted() {
  const auto now = Clock::now();
  for (size_t i = 0; i < in_flight_.size();) {
    Transfer& transfer = *in_flight_[i];
    if (const auto reason = transfer.interrupted(now)) {
      remove(transfer)->finish(*reason);
    } else if (transfer.is_silent(now, options_.timeout)) {
      retry_or_fail(transfer, HttpOutcome::kTemporary,
                    fmt::format("no byte came for {} s; --http-timeout allows more",
                                options_.timeout.count()));
    } else {
      ++i;
    }
  }
  std::erase_if(waiting_, [now](const auto& transfer) {
    const auto reason = transfer->interrupted(now);
    if (reason) transfer->finish(*reason);
    return reason.has_value();
  });
}

// Out of libcurl's hands and of in_flight_.
std::unique_ptr<Transfer> Transfers::remove(Transfer& transfer) {
  curl_multi_remove_handle(multi_.get(), transfer.handle());
  transfer.drop_handle();
  const auto place = std::find_if(in_flight_.begin(), in_flight_.end(),
                                  [&](const auto& own) { return own.get() == &transfer; });
  std::unique_ptr<Transfer> removed = std::move(*place);
  in_flight_.erase(place);
  return removed;
}

}  // namespace mineru::remote
