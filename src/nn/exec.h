// nn: tensor operations of a transformer, checked for shape and spread over threads. May include
// base and kernels; knows nothing of Qwen. Starts at Exec. Errors: none at run time, shapes are
// checked when weights are bound. Threads: operations are called by one thread, which takes part in
// the pool's work; results do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/memory_map.h"
#include "base/thread_pool.h"
#include "kernels/kernel_table.h"

namespace mineru::nn {

// Rows of a product's input as integers; written and read within one operation.
struct QuantizedRows {
  std::vector<uint8_t> bytes;   // [rows, stride]
  std::vector<int16_t> shorts;  // [rows, stride]
  std::vector<float> scale;     // [rows]
  std::vector<int32_t> zero;    // [rows]
  size_t stride = 0;            // elements
};

// What an operation needs to run. Not thread-safe: one caller at a time.
class Exec {
 public:
  // `num_threads` 0: as many as CpuInfo advises. `isa` empty: MINERU_ISA from the environment, else
  // the best table of this machine. Errors: kInvalidArgument for an unknown or unavailable name.
  explicit Exec(int num_threads = 0, std::string_view isa = {});

  const kernels::KernelTable& kernels() const { return *kernels_; }
  int num_threads() const { return pool_.num_threads(); }
  const char* isa() const { return kernels_->name; }  // "avx2"

  // See ThreadPool::parallel_for.
  void parallel_for(int count, FunctionRef<void(int item, int worker)> fn) {
    pool_.parallel_for(count, fn);
  }
  // kernels::kScratchFloats, 64-byte aligned; of the worker inside parallel_for.
  float* scratch(int worker);
  // Grows to the largest batch and stays.
  QuantizedRows& quantized_rows() { return quantized_rows_; }

 private:
  const kernels::KernelTable* kernels_;
  ThreadPool pool_;
  MemoryMap scratch_;
  QuantizedRows quantized_rows_;
};

}  // namespace mineru::nn
