#include "unit/kernels/tables.h"

namespace mineru::kernels {
namespace {

class Norm : public EveryTable {};

struct Moments {
  double mean = 0;
  double square = 0;  // mean of x^2
  double spread = 0;  // variance
};

Moments moments(const float* x, int cols) {
  Moments m;
  for (int c = 0; c < cols; ++c) {
    m.mean += x[c];
    m.square += static_cast<double>(x[c]) * x[c];
  }
  m.mean /= cols;
  m.square /= cols;
  for (int c = 0; c < cols; ++c) m.spread += (x[c] - m.mean) * (x[c] - m.mean);
  m.spread /= cols;
  return m;
}

TEST_P(Norm, AgreesWithDoublePrecision) {
  Random random(5);
  for (const int cols : {16, 128, 896, 1280}) {
    const int rows = 5;
    auto x = random.values(static_cast<size_t>(rows * cols));
    for (float& v : x) v += 3;
    const auto weight = random.values(static_cast<size_t>(cols));
    const auto bias = random.values(static_cast<size_t>(cols));
    std::vector<float> rms(x.size());
    std::vector<float> layer(x.size());
    NormArgs args{x.data(),      static_cast<size_t>(cols),
                  rms.data(),    static_cast<size_t>(cols),
                  rows,          cols,
                  weight.data(), nullptr,
                  1e-6F};
    table().rms_norm(args);
    args.y = layer.data();
    args.bias = bias.data();
    table().layer_norm(args);
    for (int r = 0; r < rows; ++r) {
      const Moments m = moments(x.data() + r * cols, cols);
      for (int c = 0; c < cols; ++c) {
        const size_t at = static_cast<size_t>(r * cols + c);
        const size_t col = static_cast<size_t>(c);
        const double expected_rms = x[at] / std::sqrt(m.square + 1e-6) * weight[col];
        const double expected_layer =
            (x[at] - m.mean) / std::sqrt(m.spread + 1e-6) * weight[col] + bias[col];
        ASSERT_NEAR(rms[at], expected_rms, 1e-5 * (1 + std::abs(expected_rms)));
        ASSERT_NEAR(layer[at], expected_layer, 1e-5 * (1 + std::abs(expected_layer)));
      }
    }
  }
}

TEST_P(Norm, RotatesHalves) {
  Random random(6);
  for (const int dim : {16, 64, 80}) {
    const int heads = 3;
    const auto half = static_cast<size_t>(dim / 2);
    auto x = random.values(static_cast<size_t>(heads * dim));
    const auto before = x;
    std::vector<float> cosines(half);
    std::vector<float> sines(half);
    for (size_t i = 0; i < half; ++i) {
      cosines[i] = std::cos(static_cast<float>(i));
      sines[i] = std::sin(static_cast<float>(i));
    }
    table().rotate({x.data(), heads, dim, cosines.data(), sines.data()});
    for (size_t h = 0; h < heads; ++h) {
      for (size_t i = 0; i < half; ++i) {
        const size_t at = h * 2 * half + i;
        const double a = before[at];
        const double b = before[at + half];
        ASSERT_NEAR(x[at], a * cosines[i] - b * sines[i], 1e-5);
        ASSERT_NEAR(x[at + half], b * cosines[i] + a * sines[i], 1e-5);
      }
    }
  }
}

MINERU_EVERY_TABLE(Norm);

}  // namespace
}  // namespace mineru::kernels
