// What the kernel tests share: random numbers, and every table that runs here.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/cpu_info.h"
#include "kernels/dispatch.h"

namespace mineru::kernels {

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int integer(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<uint32_t>(high - low + 1));
  }
  // Roughly normal, with an outlier now and then as transformers have them.
  float value() {
    float sum = 0;
    for (int i = 0; i < 4; ++i) sum += static_cast<float>(engine_()) / 4294967296.0F - 0.5F;
    return engine_() % 257 == 0 ? sum * 40 : sum;
  }
  std::vector<float> values(size_t count) {
    std::vector<float> result(count);
    for (float& x : result) x = value();
    return result;
  }

 private:
  std::mt19937 engine_;
};

class EveryTable : public testing::TestWithParam<const KernelTable*> {
 protected:
  const KernelTable& table() const { return *GetParam(); }
  float* scratch() {
    if (scratch_.empty()) scratch_.resize(kScratchFloats + 16);
    auto address = reinterpret_cast<uintptr_t>(scratch_.data());
    return scratch_.data() + (64 - address % 64) % 64 / sizeof(float);
  }

 private:
  std::vector<float> scratch_;
};

#define MINERU_EVERY_TABLE(suite)                                                               \
  INSTANTIATE_TEST_SUITE_P(Tables, suite, testing::ValuesIn(available_tables(read_cpu_info())), \
                           [](const auto& table) { return std::string(table.param->name); })

}  // namespace mineru::kernels
