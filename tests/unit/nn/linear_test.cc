#include "nn/linear.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "base/error.h"
#include "nn/widen.h"

namespace mineru::nn {
namespace {

std::vector<float> random_values(size_t count, uint32_t seed) {
  std::mt19937 engine(seed);
  std::vector<float> values(count);
  for (float& x : values) x = static_cast<float>(engine() % 2001) / 1000 - 1;
  return values;
}

WeightView view_of(const std::vector<float>& values, int rows, int cols) {
  return {reinterpret_cast<const std::byte*>(values.data()), WeightType::kF32, rows, cols};
}

double dot(const std::vector<float>& w, int row, const float* x, int cols) {
  double sum = 0;
  for (int k = 0; k < cols; ++k)
    sum += static_cast<double>(w[static_cast<size_t>(row * cols + k)]) * x[k];
  return sum;
}

TEST(Linear, StackedPartsGiveTheirOutputsOneAfterAnother) {
  constexpr int kCols = 50;
  const auto a = random_values(32 * kCols, 1);
  const auto b = random_values(21 * kCols, 2);  // the last part may be ragged
  const auto bias = random_values(53, 3);
  const auto x = random_values(200 * kCols, 4);
  Exec exec(2);
  const WeightView parts[] = {view_of(a, 32, kCols), view_of(b, 21, kCols)};
  const Linear linear(exec, parts, Join::kStack, bias);
  EXPECT_EQ(linear.inputs(), kCols);
  EXPECT_EQ(linear.outputs(), 53);
  for (const int rows : {1, 7, 200}) {
    std::vector<float> y(static_cast<size_t>(rows) * 53, -9.0F);
    linear.apply(exec, matrix(x.data(), rows, kCols), matrix(y.data(), rows, 53));
    for (int r = 0; r < rows; ++r) {
      for (int n = 0; n < 53; ++n) {
        const double expected =
            (n < 32 ? dot(a, n, &x[static_cast<size_t>(r * kCols)], kCols)
                    : dot(b, n - 32, &x[static_cast<size_t>(r * kCols)], kCols)) +
            bias[static_cast<size_t>(n)];
        ASSERT_NEAR(y[static_cast<size_t>(r * 53 + n)], expected, 1e-4)
            << rows << " rows: " << r << ", " << n;
      }
    }
  }
}

TEST(Linear, InterleavedPartsBecomeGateTimesUp) {
  constexpr int kCols = 40;
  constexpr int kOutputs = 48;
  const auto gate = random_values(kOutputs * kCols, 1);
  const auto up = random_values(kOutputs * kCols, 2);
  const auto x = random_values(9 * kCols, 3);
  Exec exec(3);
  const WeightView parts[] = {view_of(gate, kOutputs, kCols), view_of(up, kOutputs, kCols)};
  const Linear linear(exec, parts, Join::kInterleave, {});
  std::vector<float> y(9 * kOutputs);
  linear.apply(exec, matrix(x.data(), 9, kCols), matrix(y.data(), 9, kOutputs), Epilogue::kSwiGlu);
  for (int r = 0; r < 9; ++r) {
    for (int n = 0; n < kOutputs; ++n) {
      const double g = dot(gate, n, &x[static_cast<size_t>(r * kCols)], kCols);
      const double u = dot(up, n, &x[static_cast<size_t>(r * kCols)], kCols);
      ASSERT_NEAR(y[static_cast<size_t>(r * kOutputs + n)], g / (1 + std::exp(-g)) * u, 1e-4);
    }
  }
}

TEST(Linear, LooksUpItsRows) {
  constexpr int kCols = 24;
  const auto w = random_values(37 * kCols, 1);
  Exec exec(1);
  const WeightView part = view_of(w, 37, kCols);
  const Linear linear(exec, {&part, 1}, Join::kStack, {});
  std::vector<float> row(kCols);
  for (int n = 0; n < 37; ++n) {
    linear.row(n, row.data());
    EXPECT_TRUE(std::equal(row.begin(), row.end(), w.begin() + n * kCols)) << n;
  }
}

TEST(Linear, ReadsUnalignedWeights) {
  const auto w = random_values(16 * 8, 1);
  std::vector<std::byte> shifted(w.size() * sizeof(float) + 1);
  std::memcpy(shifted.data() + 1, w.data(), w.size() * sizeof(float));
  Exec exec(1);
  const WeightView part{shifted.data() + 1, WeightType::kF32, 16, 8};
  const Linear linear(exec, {&part, 1}, Join::kStack, {});
  std::vector<float> row(8);
  linear.row(15, row.data());
  EXPECT_TRUE(std::equal(row.begin(), row.end(), w.end() - 8));
  EXPECT_EQ(widened(exec, std::span(shifted).subspan(1), WeightType::kF32), w);
}

TEST(Exec, RunsTheTableThatIsAskedFor) {
  EXPECT_STREQ(Exec(1, "scalar").isa(), "scalar");
  EXPECT_EQ(Exec(3).num_threads(), 3);
  EXPECT_THROW(Exec(1, "abacus"), Error);
}

}  // namespace
}  // namespace mineru::nn
