// The mailbox between the engine thread and the consumer of one reply. Its state has two owners who
// end in any order, which is why it is shared.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/generator.h"

namespace mineru::engine {

// Thread-safe: written by the engine thread, read by the consumer.
class Mailbox {
 public:
  // The engine's side. Nothing comes after finish or fail.
  void push(std::string_view text);
  void finish(Reply reply);
  void fail(Error error);
  bool is_cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // The consumer's side; see TokenStream.
  bool next(std::string& piece);
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  const Reply& reply() const { return reply_; }  // after next() returned false

 private:
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;  // what came since the last next()
  bool done_ = false;
  Reply reply_;
  std::optional<Error> error_;
};

// The engine's hold on a mailbox. A request that is dropped without an end fails, so that nobody
// waits for ever. Engine-thread only after submit.
class MailboxWriter {
 public:
  MailboxWriter() : mailbox_(std::make_shared<Mailbox>()) {}
  ~MailboxWriter();
  MailboxWriter(const MailboxWriter&) = delete;
  MailboxWriter& operator=(const MailboxWriter&) = delete;

  Mailbox& operator*() const { return *mailbox_; }
  Mailbox* operator->() const { return mailbox_.get(); }
  std::unique_ptr<TokenStream> open_stream() const;

 private:
  std::shared_ptr<Mailbox> mailbox_;
};

}  // namespace mineru::engine
