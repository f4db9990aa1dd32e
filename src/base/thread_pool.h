// The compute threads: fixed workers that share one loop at a time.
#pragma once

#include <memory>

#include "base/function_ref.h"

namespace mineru {

// One caller at a time; a loop does not start another. Workers spin for some microseconds between
// loops and then sleep, so that an idle pool costs nothing.
class ThreadPool {
 public:
  // The caller of parallel_for is worker 0; `num_threads` - 1 threads are started.
  explicit ThreadPool(int num_threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int num_threads() const;

  // Calls fn(item, worker) for every item of 0..count-1, each once, in any order; `worker` is in
  // 0..num_threads()-1 and no two calls with the same worker overlap. Returns when all are done.
  // `fn` must not throw.
  void parallel_for(int count, FunctionRef<void(int item, int worker)> fn);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mineru
