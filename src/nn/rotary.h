// Rotary position embeddings (https://arxiv.org/abs/2104.09864), "rotate half" form, with the angle
// of each frequency taken from one of several axes.
#pragma once

#include <vector>

#include "nn/exec.h"
#include "nn/matrix.h"

namespace mineru::nn {

// Cosines and sines of a batch of rows. Filled by its owner, then read only.
struct RotaryTable {
  int half = 0;            // head_dim / 2
  std::vector<float> cos;  // [rows, half]
  std::vector<float> sin;  // [rows, half]

  void resize(int rows, int half_dim);
  // Angle of frequency `i` of a row: position * inverse_frequency.
  void set(int row, int i, float position, float inverse_frequency);
};

// Rotates `heads` heads that start at column `first_col` of each row of x.
void rotate(Exec& exec, const RotaryTable& table, Matrix<float> x, int first_col, int heads);

}  // namespace mineru::nn
