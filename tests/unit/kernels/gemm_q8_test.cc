#include <algorithm>

#include "unit/kernels/tables.h"

namespace mineru::kernels {
namespace {

// One product with random contents, the extreme values included.
struct Product {
  int rows = 0;
  int depth = 0;
  int panels = 0;
  std::vector<uint8_t> x;
  std::vector<float> x_scale;
  std::vector<int32_t> x_zero;
  std::vector<int8_t> packed;
  std::vector<int> w;  // [depth][panels * 16]
  std::vector<float> w_scale;
  std::vector<int32_t> w_sum;
  std::vector<float> bias;

  Product(Random& random, int num_rows, int num_groups, int num_panels, int largest = 63)
      : rows(num_rows), depth(4 * num_groups), panels(num_panels) {
    const bool extreme = random.integer(0, 3) == 0;
    const size_t cols = static_cast<size_t>(panels) * kPanelCols;
    for (int i = 0; i < rows * depth; ++i) {
      x.push_back(static_cast<uint8_t>(extreme ? 255 : random.integer(0, 255)));
    }
    for (int r = 0; r < rows; ++r) {
      x_scale.push_back(0.001F + std::abs(random.value()));
      x_zero.push_back(random.integer(0, 255));
    }
    w.resize(static_cast<size_t>(depth) * cols);
    packed.resize(w.size());
    w_sum.assign(cols, 0);
    for (size_t k = 0; k < static_cast<size_t>(depth); ++k) {
      for (size_t n = 0; n < cols; ++n) {
        const int value =
            extreme ? largest * (n % 2 == 0 ? 1 : -1) : random.integer(-largest, largest);
        w[k * cols + n] = value;
        w_sum[n] += value;
        packed[(n / kPanelCols * static_cast<size_t>(depth) + k / 4 * 4) * kPanelCols +
               n % kPanelCols * 4 + k % 4] = static_cast<int8_t>(value);
      }
    }
    w_scale = random.values(cols);
    bias = random.values(cols);
  }

  Q8GemmArgs arguments(std::vector<float>& y, int cols, float* scratch) const {
    Q8GemmArgs args;
    args.gemm.rows = rows;
    args.gemm.depth = depth;
    args.gemm.panels = packed.data();
    args.gemm.num_panels = panels;
    args.gemm.y = y.data();
    args.gemm.y_stride = static_cast<size_t>(cols) + 3;
    args.gemm.cols = cols;
    args.gemm.scratch = scratch;
    args.x = x.data();
    args.x_stride = static_cast<size_t>(depth);
    args.x_scale = x_scale.data();
    args.x_zero = x_zero.data();
    args.w_scale = w_scale.data();
    args.w_sum = w_sum.data();
    return args;
  }
};

class GemmQ8 : public EveryTable {};

TEST_P(GemmQ8, SumsAreExact) {
  Random random(7);
  for (int trial = 0; trial < 60; ++trial) {
    const Product p(random, random.integer(1, trial % 2 == 0 ? 13 : kGemmRows),
                    random.integer(1, 300), random.integer(1, 5));
    const int cols = p.panels * kPanelCols - random.integer(0, kPanelCols - 1);
    std::vector<float> y(static_cast<size_t>(p.rows) * (static_cast<size_t>(cols) + 3), -1.0F);
    table().gemm_q8(p.arguments(y, cols, scratch()));
    for (int r = 0; r < p.rows; ++r) {
      for (int n = 0; n < cols + 3; ++n) {
        const size_t row = static_cast<size_t>(r);
        const size_t at = row * (static_cast<size_t>(cols) + 3) + static_cast<size_t>(n);
        if (n >= cols) {
          ASSERT_EQ(y[at], -1.0F) << "wrote past the columns";
          continue;
        }
        const size_t col = static_cast<size_t>(n);
        int sum = 0;
        for (int k = 0; k < p.depth; ++k) {
          sum +=
              (p.x[row * static_cast<size_t>(p.depth) + static_cast<size_t>(k)] - p.x_zero[row]) *
              p.w[static_cast<size_t>(k * p.panels * kPanelCols) + col];
        }
        // The same two roundings as the kernel: of the scales' product, and of the result.
        ASSERT_EQ(y[at], static_cast<float>(sum) * (p.x_scale[row] * p.w_scale[col]))
            << p.rows << " rows, depth " << p.depth << ", at " << r << ", " << n;
      }
    }
  }
}

TEST_P(GemmQ8, EpiloguesAreThoseOfTheFloatProduct) {
  Random random(8);
  const Product p(random, 9, 30, 4);
  constexpr int kCols = 64;
  std::vector<float> plain(9 * (kCols + 3));
  table().gemm_q8(p.arguments(plain, kCols, scratch()));
  std::vector<float> added(plain.size(), 2.5F);
  Q8GemmArgs args = p.arguments(added, kCols, scratch());
  args.gemm.bias = p.bias.data();
  args.gemm.epilogue = Epilogue::kAdd;
  table().gemm_q8(args);
  std::vector<float> gated(9 * 35);
  args = p.arguments(gated, 32, scratch());
  args.gemm.epilogue = Epilogue::kSwiGlu;
  table().gemm_q8(args);
  for (size_t r = 0; r < 9; ++r) {
    for (size_t n = 0; n < kCols; ++n) {
      ASSERT_EQ(added[r * 67 + n], 2.5F + (plain[r * 67 + n] + p.bias[n]));
    }
    for (size_t n = 0; n < 32; ++n) {
      const size_t gate_col = n / kPanelCols * 2 * kPanelCols + n % kPanelCols;
      const double gate = plain[r * 67 + gate_col];
      const double expected = gate / (1 + std::exp(-gate)) * plain[r * 67 + gate_col + kPanelCols];
      ASSERT_NEAR(gated[r * 35 + n], expected, 1e-5 * (1 + std::abs(expected)));
    }
  }
}

TEST_P(GemmQ8, RowsBecomeBytesWithinHalfAStep) {
  Random random(9);
  for (const int cols : {4, 13, 64, 896, 1283}) {
    auto x = random.values(static_cast<size_t>(cols) * 3);
    std::fill_n(x.begin(), cols, 0.0F);                                    // nothing but zeros
    for (int c = cols; c < 2 * cols; ++c) x[static_cast<size_t>(c)] += 7;  // all on one side
    const size_t stride = static_cast<size_t>(cols + 7) / 4 * 4;
    std::vector<uint8_t> q(3 * stride, 77);
    float scale[3];
    int32_t zero[3];
    table().quantize_rows(
        {x.data(), static_cast<size_t>(cols), 3, cols, q.data(), stride, scale, zero});
    for (size_t r = 0; r < 3; ++r) {
      ASSERT_GE(zero[r], 0);
      ASSERT_LE(zero[r], 255);
      for (size_t c = 0; c < static_cast<size_t>(cols); ++c) {
        const double back = static_cast<double>(scale[r]) * (q[r * stride + c] - zero[r]);
        // Half a step, or a whole one at the ends, where the zero point was rounded as well.
        ASSERT_NEAR(back, x[r * static_cast<size_t>(cols) + c], scale[r] * 1.001) << cols;
      }
      for (size_t c = static_cast<size_t>(cols); c < static_cast<size_t>(cols + 3) / 4 * 4; ++c) {
        ASSERT_EQ(q[r * stride + c], 0);
      }
    }
    EXPECT_EQ(zero[0], 0);
    EXPECT_EQ(q[0], 0);
  }
}

TEST_P(GemmQ8, WideSumsAreExact) {
  Random random(10);
  for (int trial = 0; trial < 40; ++trial) {
    const Product p(random, random.integer(1, trial % 2 == 0 ? 13 : kGemmRows),
                    trial == 0 ? 8192 / 4 : random.integer(1, 300), random.integer(1, 4), 127);
    constexpr size_t kOrder[4] = {0, 2, 1, 3};
    std::vector<int> x;  // in plain order
    std::vector<int16_t> ordered(static_cast<size_t>(p.rows * p.depth));
    for (size_t i = 0; i < ordered.size(); ++i) {
      x.push_back(trial < 2 ? 2047 : random.integer(-2047, 2047));
      ordered[i / 4 * 4 + kOrder[i % 4]] = static_cast<int16_t>(x.back());
    }
    const int cols = p.panels * kPanelCols;
    std::vector<float> y(static_cast<size_t>(p.rows * (cols + 3)));
    Q8WideGemmArgs args;
    args.gemm = p.arguments(y, cols, scratch()).gemm;
    args.x = ordered.data();
    args.x_stride = static_cast<size_t>(p.depth);
    args.x_scale = p.x_scale.data();
    args.w_scale = p.w_scale.data();
    table().gemm_q8_wide(args);
    for (int r = 0; r < p.rows; ++r) {
      for (int n = 0; n < cols; ++n) {
        int64_t sum = 0;
        for (int k = 0; k < p.depth; ++k) {
          sum += static_cast<int64_t>(x[static_cast<size_t>(r * p.depth + k)]) *
                 p.w[static_cast<size_t>(k * cols + n)];
        }
        const size_t row = static_cast<size_t>(r);
        const size_t col = static_cast<size_t>(n);
        ASSERT_EQ(y[static_cast<size_t>(r * (cols + 3) + n)],
                  static_cast<float>(sum) * (p.x_scale[row] * p.w_scale[col]))
            << p.rows << " rows, depth " << p.depth << ", at " << r << ", " << n;
      }
    }
  }
}

TEST_P(GemmQ8, RowsBecomeWideWithinHalfAStep) {
  Random random(11);
  constexpr size_t kOrder[4] = {0, 2, 1, 3};
  for (const int cols : {4, 13, 64, 1283}) {
    const auto x = random.values(static_cast<size_t>(cols));
    const size_t padded = static_cast<size_t>(cols + 3) / 4 * 4;
    std::vector<int16_t> q(padded, 77);
    float scale = 0;
    table().quantize_rows_wide(
        {x.data(), static_cast<size_t>(cols), 1, cols, q.data(), padded, &scale});
    for (size_t c = 0; c < padded; ++c) {
      const int16_t found = q[c / 4 * 4 + kOrder[c % 4]];
      if (c >= static_cast<size_t>(cols)) {
        ASSERT_EQ(found, 0);
      } else {
        ASSERT_NEAR(static_cast<double>(scale) * found, x[c], scale * 0.501) << cols;
      }
    }
  }
}

MINERU_EVERY_TABLE(GemmQ8);

}  // namespace
}  // namespace mineru::kernels
