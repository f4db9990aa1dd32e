// HTTP requests in flight, many at once, on one thread.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/thread_group.h"
#include "engine/generator.h"
#include "remote/curl_support.h"

namespace mineru::remote {

struct TransferOptions {
  std::string api_key = {};      // sent as "Authorization: Bearer"; empty: none
  std::string credentials = {};  // "user:password"; empty: none
  int max_in_flight = 100;
  std::chrono::seconds timeout{600};  // a transfer in which nothing moves for so long is dead
};

// Reads an answer. What it throws ends the request, with the URL put in front.
using AnswerReader = engine::Reply (*)(long status, std::string_view body);

struct HttpCall {
  std::string url = {};
  std::optional<std::string> json = {};  // POST; without: GET
  AnswerReader read = nullptr;
  bool patient = true;  // a server that cannot be reached is tried again, too
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

class Transfer;

// Thread-safe. Streams may outlive it; ending it ends their replies with kCancelled.
class Transfers {
 public:
  // Errors: kInvalidArgument for a key that no header can hold, kInternal.
  explicit Transfers(TransferOptions options);
  ~Transfers();
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  // The whole answer comes as one piece. A stream that is cancelled or dropped ends its transfer.
  // The stream's errors: those of `read`, kNotFound for a server that cannot be reached,
  // kDeadlineExceeded, kInternal. A busy server and a broken connection are tried again first.
  std::unique_ptr<engine::TokenStream> send(HttpCall call);

 private:
  void run();
  void work();
  bool take();
  void start_waiting();
  void start(std::unique_ptr<Transfer> transfer);
  void collect();
  void end(Transfer& transfer, CURLcode code);
  void end_unwanted();
  void retry_or_fail(Transfer& transfer, HttpOutcome outcome, const std::string& reason);
  void wait_for_retry(Transfer& transfer, double retry_after_s);
  std::unique_ptr<Transfer> remove(Transfer& transfer);
  void close(const Error& error);

  struct FreeMulti {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };

  CurlLibrary library_;
  TransferOptions options_;
  std::unique_ptr<CURLM, FreeMulti> multi_;
  // Of the thread alone:
  std::minstd_rand random_{std::random_device{}()};
  std::vector<std::unique_ptr<Transfer>> in_flight_;
  std::vector<std::unique_ptr<Transfer>> waiting_;  // in the order of their coming
  std::mutex mutex_;                                // guards what follows
  std::vector<std::unique_ptr<Transfer>> inbox_;
  std::optional<Error> closed_;  // why nothing is taken any more
  ThreadGroup thread_;           // the last member: it uses the others
};

}  // namespace mineru::remote
