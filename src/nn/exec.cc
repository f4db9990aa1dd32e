#include "nn/exec.h"

#include <cstdlib>

#include "base/cpu_info.h"
#include "kernels/dispatch.h"

namespace mineru::nn {

namespace {

// Whole pages, so that two workers never share one.
constexpr size_t kScratchStride =
    (kernels::kScratchFloats * sizeof(float) + 4095) / 4096 * 4096 / sizeof(float);

const kernels::KernelTable& table_named(std::string_view isa) {
  if (isa.empty()) {
    if (const char* const wanted = std::getenv("MINERU_ISA"); wanted != nullptr) isa = wanted;
  }
  return kernels::choose_table(read_cpu_info(), isa);
}

}  // namespace

Exec::Exec(int num_threads, std::string_view isa)
    : kernels_(&table_named(isa)),
      pool_(num_threads > 0 ? num_threads : read_cpu_info().default_threads),
      scratch_(MemoryMap::anonymous(kScratchStride * sizeof(float) *
                                    static_cast<size_t>(pool_.num_threads()))) {}

float* Exec::scratch(int worker) {
  return reinterpret_cast<float*>(scratch_.mutable_bytes().data()) +
         static_cast<size_t>(worker) * kScratchStride;
}

}  // namespace mineru::nn
