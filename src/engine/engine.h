// engine: requests become tokens. Owns the queue, the schedule, sampling, key-value pages in use
// and the text of replies. May include base, text, model, media/image.h and nn/exec.h; knows
// nothing of documents or HTTP. Starts at Engine, which others see as Generator. Errors: submit()
// refuses what cannot work (kInvalidArgument) or does not fit (kResourceExhausted); what fails
// later comes out of the stream's next(); one failing step ends the requests of that step only.
// Threads: any may submit, one a stream may read it; all of the network runs on the engine's own
// thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/thread_group.h"
#include "engine/generator.h"
#include "engine/loop.h"
#include "engine/network.h"
#include "engine/stats.h"

namespace mineru::engine {

struct EngineOptions {
  // Keys and values of all running requests. The memory is used as it is needed. kv_bytes wins.
  int kv_tokens = 24576;
  size_t kv_bytes = 0;
  int max_rows = 512;      // of a forward step
  int max_sequences = 16;  // that decode together
  int max_queue = 1024;    // that wait for a place
  int max_patches = 4096;  // of pictures that are encoded together
  ScheduleMode mode = ScheduleMode::kThroughput;
};

// Thread-safe. Streams may outlive it; ending it ends their replies with kCancelled.
class Engine final : public Generator {
 public:
  // Errors: kInvalidArgument for options that make no sense, kResourceExhausted.
  static std::unique_ptr<Engine> create(std::unique_ptr<model::Model> model,
                                        std::unique_ptr<nn::Exec> exec,
                                        const EngineOptions& options = {});
  // `runner`: what the network's functions need alive.
  Engine(Network network, const EngineOptions& options, std::unique_ptr<ModelRunner> runner = {});
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  std::unique_ptr<TokenStream> submit(Request request) override;
  const GeneratorInfo& info() const override { return info_; }
  EngineStats stats() const;

 private:
  void run();
  bool take();
  void close(const Error& error);

  std::unique_ptr<ModelRunner> runner_;
  Network network_;
  int max_unfinished_;
  GeneratorInfo info_;
  Loop loop_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::vector<std::unique_ptr<Sequence>> inbox_;
  std::optional<Error> closed_;  // why nothing is taken any more
  EngineStats stats_;
  ThreadGroup thread_;  // the last member: it uses the others
};

}  // namespace mineru::engine
