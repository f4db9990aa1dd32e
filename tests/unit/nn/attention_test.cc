#include "nn/attention.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace mineru::nn {
namespace {

std::vector<float> random_values(size_t count, uint32_t seed) {
  std::mt19937 engine(seed);
  std::vector<float> values(count);
  for (float& x : values) x = static_cast<float>(engine() % 2001) / 500 - 2;
  return values;
}

// softmax(q k^T / sqrt(dim)) v of one head over rows first..last of k and v.
std::vector<double> exact(const float* q, Matrix<const float> qkv, int k_col, int v_col, int first,
                          int last, int dim) {
  std::vector<double> weights;
  double total = 0;
  for (int j = first; j <= last; ++j) {
    double score = 0;
    for (int d = 0; d < dim; ++d) score += static_cast<double>(q[d]) * qkv.row(j)[k_col + d];
    weights.push_back(std::exp(score / std::sqrt(dim)));
    total += weights.back();
  }
  std::vector<double> out(static_cast<size_t>(dim));
  for (int j = first; j <= last; ++j) {
    for (int d = 0; d < dim; ++d) {
      out[static_cast<size_t>(d)] +=
          weights[static_cast<size_t>(j - first)] / total * qkv.row(j)[v_col + d];
    }
  }
  return out;
}

TEST(FullAttention, RowsOfASegmentSeeEachOtherAndNothingElse) {
  constexpr int kHeads = 3;
  constexpr int kDim = 16;
  constexpr int kWidth = kHeads * kDim;
  const Segment segments[] = {{0, 300}, {300, 1}, {301, 97}};
  const auto values = random_values(398 * 3 * kWidth, 1);
  const auto qkv = matrix(values.data(), 398, 3 * kWidth);
  Exec exec(2);
  FullAttention attention;
  std::vector<float> out(398 * kWidth);
  attention.apply(exec, qkv, segments, kHeads, matrix(out.data(), 398, kWidth));
  for (const Segment& segment : segments) {
    for (int r = segment.first; r < segment.first + segment.count; r += 13) {
      for (int h = 0; h < kHeads; ++h) {
        const auto expected =
            exact(qkv.row(r) + h * kDim, qkv, kWidth + h * kDim, 2 * kWidth + h * kDim,
                  segment.first, segment.first + segment.count - 1, kDim);
        for (int d = 0; d < kDim; ++d) {
          ASSERT_NEAR(out[static_cast<size_t>(r * kWidth + h * kDim + d)],
                      expected[static_cast<size_t>(d)], 1e-5)
              << "row " << r << " head " << h;
        }
      }
    }
  }
}

class Paged : public testing::Test {
 protected:
  static constexpr PagedShape kShape{.heads = 6, .kv_heads = 2, .head_dim = 16, .page_tokens = 32};

  // Feeds rows first..last of two sequences, whose pages interleave, in one batch.
  void feed(PagedAttention& attention, int first, int last) {
    const int count = last - first + 1;
    const PagedRun runs[] = {{0, count, first, 0}, {count, count, first, 4}};
    std::vector<float*> pages;
    for (size_t sequence = 0; sequence < 2; ++sequence) {
      for (size_t i = 0; i < 4; ++i) pages.push_back(memory_.data() + (2 * i + sequence) * stride_);
    }
    std::vector<float> qkv;
    for (const auto& values : values_) {
      qkv.insert(qkv.end(), values.begin() + first * kShape.width(),
                 values.begin() + (last + 1) * kShape.width());
    }
    std::vector<float> out(static_cast<size_t>(2 * count * 96));
    attention.start(runs, pages);
    attention.apply(exec_, matrix<const float>(qkv.data(), 2 * count, kShape.width()), layer_,
                    matrix(out.data(), 2 * count, 96));
    for (size_t s = 0; s < 2; ++s) {
      std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(s) * count * 96, count * 96,
                  out_[s].begin() + first * 96);
    }
  }

  static constexpr int kTokens = 100;
  Exec exec_{2};
  size_t layer_ = kShape.page_floats();  // the second of two layers
  size_t stride_ = 2 * kShape.page_floats();
  std::vector<float> memory_ = std::vector<float>(8 * stride_, NAN);
  std::vector<std::vector<float>> values_{random_values(kTokens * 160, 1),
                                          random_values(kTokens * 160, 2)};
  std::vector<std::vector<float>> out_{2, std::vector<float>(kTokens * 96)};
};

TEST_F(Paged, EachRowSeesItsSequenceUpToItself) {
  ASSERT_EQ(kShape.width(), 160);
  PagedAttention attention(kShape);
  feed(attention, 0, 57);
  feed(attention, 58, 58);
  feed(attention, 59, kTokens - 1);
  for (size_t s = 0; s < 2; ++s) {
    const auto qkv = matrix<const float>(values_[s].data(), kTokens, 160);
    for (int r = 0; r < kTokens; ++r) {
      for (int h = 0; h < kShape.heads; ++h) {
        const int kv = h / 3;
        const auto expected =
            exact(qkv.row(r) + h * 16, qkv, 96 + kv * 16, 128 + kv * 16, 0, r, 16);
        for (int d = 0; d < 16; ++d) {
          ASSERT_NEAR(out_[s][static_cast<size_t>(r * 96 + h * 16 + d)],
                      expected[static_cast<size_t>(d)], 1e-5)
              << "sequence " << s << " row " << r << " head " << h;
        }
      }
    }
  }
}

TEST_F(Paged, ChunksChangeNoBit) {
  PagedAttention attention(kShape);
  feed(attention, 0, kTokens - 1);
  const auto whole = out_;
  for (const int chunk : {1, 7, 33}) {
    std::fill(memory_.begin(), memory_.end(), NAN);
    for (int first = 0; first < kTokens; first += chunk) {
      feed(attention, first, std::min(kTokens, first + chunk) - 1);
    }
    EXPECT_EQ(out_, whole) << chunk;
  }
}

}  // namespace
}  // namespace mineru::nn
