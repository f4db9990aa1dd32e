// The engine's work, step by step, by one thread: reap, plan, execute, publish.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "base/error.h"
#include "engine/network.h"
#include "engine/scheduler.h"
#include "engine/sequence.h"
#include "engine/stats.h"

namespace mineru::engine {

struct LoopOptions {
  ScheduleMode mode = ScheduleMode::kThroughput;
  int num_pages = 0;
  int max_rows = 512;
  int max_sequences = 16;
  int max_patches = 4096;
};

// Engine-thread only, but for num_unfinished().
class Loop {
 public:
  // The network must outlive the loop.
  Loop(const Network& network, const LoopOptions& options);
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  void add(std::unique_ptr<Sequence> sequence);
  bool has_work() const { return !sequences_.empty(); }
  // Ends what is cancelled or late, then does one step of work. What goes wrong in the step ends
  // the sequences of that step, and only those.
  void step();
  // Ends all requests with this error.
  void fail_all(const Error& error);
  const EngineStats& stats();

  // Requests that have a place in the queue or in the loop. submit() takes one, the loop gives it
  // back before the consumer learns that the reply is complete.
  std::atomic<int>& num_unfinished() { return num_unfinished_; }

 private:
  void reap();
  Step plan();
  void execute(const Step& step);
  void run_vision(const Step& step);
  void start_job(const Step& step);
  void hand_out_embeddings();
  void run_forward(const Step& step);
  void sample(const Step& step, nn::Matrix<const float> logits);
  void fail_step(const Step& step, const Error& error);
  void drop_job();

  void finish(Sequence& sequence, FinishReason reason);
  void fail(Sequence& sequence, const Error& error);
  void leave(Sequence& sequence);  // gives back what it holds
  void remove_left();

  const Network& network_;
  LoopOptions options_;
  model::KvPool kv_;
  std::vector<std::unique_ptr<Sequence>> sequences_;  // in order of arrival
  // The job in flight: whom it is for, null where that one has left.
  struct JobShare {
    Sequence* sequence = nullptr;
    size_t num_rows = 0;
  };
  std::vector<JobShare> job_;
  bool last_was_vision_ = false;
  std::vector<SequenceState> states_;
  std::vector<model::TokenRow> batch_;
  std::vector<Sequence*> askers_;  // whose logits come back, in order
  std::vector<Choice> choices_;
  EngineStats stats_;
  std::atomic<int> num_unfinished_{0};
};

}  // namespace mineru::engine
