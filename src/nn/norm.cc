#include "nn/norm.h"

#include <algorithm>

#include "base/check.h"

namespace mineru::nn {

namespace {

constexpr int kRowsAtOnce = 32;

kernels::NormArgs block(Matrix<const float> x, Matrix<float> y, int item) {
  const int first = item * kRowsAtOnce;
  kernels::NormArgs args;
  args.x = x.row(first);
  args.x_stride = x.stride;
  args.y = y.row(first);
  args.y_stride = y.stride;
  args.rows = std::min(kRowsAtOnce, x.rows - first);
  args.cols = x.cols;
  return args;
}

int num_blocks(Matrix<const float> x) { return (x.rows + kRowsAtOnce - 1) / kRowsAtOnce; }

}  // namespace

void RmsNorm::apply(Exec& exec, Matrix<const float> x, Matrix<float> y) const {
  MINERU_CHECK(x.cols == static_cast<int>(weight.size()) && y.cols == x.cols && y.rows == x.rows);
  exec.parallel_for(num_blocks(x), [&](int item, int) {
    kernels::NormArgs args = block(x, y, item);
    args.weight = weight.data();
    args.eps = eps;
    exec.kernels().rms_norm(args);
  });
}

void LayerNorm::apply(Exec& exec, Matrix<const float> x, Matrix<float> y) const {
  MINERU_CHECK(x.cols == static_cast<int>(weight.size()) && y.cols == x.cols && y.rows == x.rows);
  exec.parallel_for(num_blocks(x), [&](int item, int) {
    kernels::NormArgs args = block(x, y, item);
    args.weight = weight.data();
    args.bias = bias.data();
    args.eps = eps;
    exec.kernels().layer_norm(args);
  });
}

}  // namespace mineru::nn
