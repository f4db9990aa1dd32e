// Normalisation of rows.
#pragma once

#include <vector>

#include "nn/exec.h"
#include "nn/matrix.h"

namespace mineru::nn {

// https://arxiv.org/abs/1910.07467. Immutable, thread-safe.
struct RmsNorm {
  std::vector<float> weight;  // [cols]
  float eps = 0;
  // y = x / rms(x) * weight; y may be x.
  void apply(Exec& exec, Matrix<const float> x, Matrix<float> y) const;
};

// https://arxiv.org/abs/1607.06450. Immutable, thread-safe.
struct LayerNorm {
  std::vector<float> weight;  // [cols]
  std::vector<float> bias;    // [cols]
  float eps = 0;
  void apply(Exec& exec, Matrix<const float> x, Matrix<float> y) const;
};

}  // namespace mineru::nn
