// nn: tensor operations of a transformer, checked for shape and spread over threads. May include
// base and kernels; knows nothing of Qwen. Starts at Exec. Errors: none at run time, shapes are
// checked when weights are bound. Threads: operations are called by one thread, which takes part in
// the pool's work; results do not depend on the number of threads.
#pragma once

#include <memory>

#include "base/thread_pool.h"

namespace mineru::kernels {
struct KernelTable;
}

namespace mineru::nn {

// What an operation needs to run. Not thread-safe: one caller at a time.
class Exec {
 public:
  // `num_threads` 0: as many as CpuInfo advises. The table is the best one of this machine, or the
  // one that MINERU_ISA names. Errors: kInvalidArgument for an unknown or unavailable name.
  explicit Exec(int num_threads = 0);
  ~Exec();
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;

  ThreadPool& pool() { return *pool_; }
  const kernels::KernelTable& kernels() const { return *kernels_; }
  int num_threads() const { return pool_->num_threads(); }
  const char* isa() const;  // "avx2"

 private:
  std::unique_ptr<ThreadPool> pool_;
  const kernels::KernelTable* kernels_;
};

}  // namespace mineru::nn
