// A Generator without a model: replies come from a function of the test.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/generator.h"

namespace mineru::engine {

struct ScriptOptions {
  GeneratorInfo info{.model_name = "scripted", .context_tokens = 32768, .num_parallel = 8};
  std::chrono::milliseconds delay{0};  // from submit to the reply
  size_t piece_chars = 0;              // characters a piece of the stream; 0: all in one
  // Called by submit(); what it throws is what submit() throws.
  std::function<void(const Request&)> on_submit = {};
};

// The script is called once a request, by the consumer's first next(), one call at a time. What it
// throws comes out of next(), as the engine's errors do. Thread-safe.
class ScriptedGenerator final : public Generator {
 public:
  using TextScript = std::function<std::string(const Request&)>;
  using ReplyScript = std::function<Reply(const Request&)>;

  explicit ScriptedGenerator(ReplyScript script, ScriptOptions options = {})
      : script_(std::move(script)), options_(std::move(options)) {}
  explicit ScriptedGenerator(TextScript script, ScriptOptions options = {})
      : ScriptedGenerator(
            [text = std::move(script)](const Request& request) {
              Reply reply;
              reply.text = text(request);
              reply.mean_probability = 1;
              reply.min_probability = 1;
              return reply;
            },
            std::move(options)) {}

  std::unique_ptr<TokenStream> submit(Request request) override {
    if (options_.on_submit) options_.on_submit(request);
    auto kept = std::make_shared<const Request>(std::move(request));
    const std::lock_guard lock(mutex_);
    requests_.push_back(kept);
    max_in_flight_ = std::max(max_in_flight_, ++in_flight_);
    return std::make_unique<Stream>(*this, std::move(kept));
  }

  const GeneratorInfo& info() const override { return options_.info; }

  // All that were submitted so far, in order, pictures included.
  std::vector<std::shared_ptr<const Request>> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  // Streams that were alive and unfinished at the same time, at most.
  int max_in_flight() const {
    const std::lock_guard lock(mutex_);
    return max_in_flight_;
  }
  int in_flight() const {
    const std::lock_guard lock(mutex_);
    return in_flight_;
  }
  // Requests that were cancelled, or dropped before their end.
  int num_cancelled() const {
    const std::lock_guard lock(mutex_);
    return num_cancelled_;
  }

 private:
  class Stream final : public TokenStream {
   public:
    Stream(ScriptedGenerator& owner, std::shared_ptr<const Request> request)
        : owner_(owner),
          request_(std::move(request)),
          ready_(std::chrono::steady_clock::now() + owner.options_.delay) {}
    ~Stream() override { settle(FinishReason::kCancelled); }

    bool next(std::string& piece) override {
      if (!asked_) ask();
      if (sent_ == reply_.text.size()) return false;
      const size_t size = piece_size();
      piece = reply_.text.substr(sent_, size);
      sent_ += size;
      return true;
    }

    void cancel() override {
      const std::lock_guard lock(mutex_);
      cancelled_ = true;
      changed_.notify_all();
    }

    const Reply& result() const override { return reply_; }

   private:
    void ask() {
      asked_ = true;
      const FinishReason waited = wait_until_ready();
      if (waited != FinishReason::kStop) {
        reply_.finish_reason = waited;
        reply_.mean_probability = 1;
        reply_.min_probability = 1;
        settle(waited);
        return;
      }
      const Settled settled(*this);  // also when the script throws
      const std::lock_guard lock(owner_.script_mutex_);
      reply_ = owner_.script_(*request_);
    }

    FinishReason wait_until_ready() {
      std::unique_lock lock(mutex_);
      const bool late = request_->deadline && *request_->deadline < ready_;
      changed_.wait_until(lock, late ? *request_->deadline : ready_, [this] { return cancelled_; });
      if (cancelled_) return FinishReason::kCancelled;
      return late ? FinishReason::kDeadline : FinishReason::kStop;
    }

    // To the next start of a character after piece_chars of them.
    size_t piece_size() const {
      if (owner_.options_.piece_chars == 0) return reply_.text.size() - sent_;
      size_t end = sent_;
      for (size_t count = 0; count < owner_.options_.piece_chars; ++count) {
        if (end == reply_.text.size()) break;
        do ++end;
        while (end < reply_.text.size() &&
               (static_cast<unsigned char>(reply_.text[end]) & 0xC0U) == 0x80U);
      }
      return end - sent_;
    }

    void settle(FinishReason reason) {
      if (std::exchange(settled_, true)) return;
      const std::lock_guard lock(owner_.mutex_);
      --owner_.in_flight_;
      if (reason == FinishReason::kCancelled) ++owner_.num_cancelled_;
    }

    struct Settled {
      explicit Settled(Stream& of) : stream(of) {}
      ~Settled() { stream.settle(FinishReason::kStop); }
      Settled(const Settled&) = delete;
      Settled& operator=(const Settled&) = delete;
      Stream& stream;
    };

    ScriptedGenerator& owner_;
    std::shared_ptr<const Request> request_;
    std::chrono::steady_clock::time_point ready_;
    bool asked_ = false;
    bool settled_ = false;
    Reply reply_;
    size_t sent_ = 0;
    std::mutex mutex_;  // cancel() may come from another thread
    std::condition_variable changed_;
    bool cancelled_ = false;
  };

  ReplyScript script_;
  ScriptOptions options_;
  std::mutex script_mutex_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const Request>> requests_;
  int in_flight_ = 0;
  int max_in_flight_ = 0;
  int num_cancelled_ = 0;
};

}  // namespace mineru::engine
