#include <algorithm>

#include "unit/kernels/tables.h"

namespace mineru::kernels {
namespace {

// Keys and values in blocks, and as plain rows.
struct Cache {
  int block_keys = 0;
  int head_dim = 0;
  std::vector<float> keys;    // [num_keys][head_dim]
  std::vector<float> values;  // [num_keys][head_dim]
  std::vector<std::vector<float>> blocks;
  std::vector<const float*> key_blocks;
  std::vector<const float*> value_blocks;
};

constexpr size_t kOffset = 7;

Cache random_cache(Random& random, int num_keys, int head_dim, int block_keys) {
  Cache cache{block_keys, head_dim, {}, {}, {}, {}, {}};
  const size_t dim = static_cast<size_t>(head_dim);
  const size_t half = static_cast<size_t>(block_keys) * dim;
  cache.keys = random.values(static_cast<size_t>(num_keys) * dim);
  cache.values = random.values(static_cast<size_t>(num_keys) * dim);
  const int num_blocks = (num_keys + block_keys - 1) / block_keys;
  // What was never written must not matter.
  cache.blocks.assign(static_cast<size_t>(num_blocks), std::vector<float>(2 * half + kOffset, NAN));
  for (int j = 0; j < num_keys; ++j) {
    std::vector<float>& block = cache.blocks[static_cast<size_t>(j / block_keys)];
    const size_t slot = static_cast<size_t>(j % block_keys);
    for (size_t d = 0; d < dim; ++d) {
      const size_t from = static_cast<size_t>(j) * dim + d;
      block[kOffset + slot / kPanelCols * dim * kPanelCols + d * kPanelCols + slot % kPanelCols] =
          cache.keys[from];
      block[kOffset + half + d / kPanelCols * static_cast<size_t>(block_keys) * kPanelCols +
            slot * kPanelCols + d % kPanelCols] = cache.values[from];
    }
  }
  for (const auto& block : cache.blocks) {
    cache.key_blocks.push_back(block.data());
    cache.value_blocks.push_back(block.data() + half);
  }
  return cache;
}

std::vector<double> exact(const Cache& cache, const float* q, int limit, double scale) {
  const size_t dim = static_cast<size_t>(cache.head_dim);
  std::vector<double> weights(static_cast<size_t>(limit));
  double largest = -INFINITY;
  for (size_t j = 0; j < weights.size(); ++j) {
    for (size_t d = 0; d < dim; ++d) {
      weights[j] += static_cast<double>(q[d]) * cache.keys[j * dim + d] * scale;
    }
    largest = std::max(largest, weights[j]);
  }
  double total = 0;
  for (double& w : weights) total += w = std::exp(w - largest);
  std::vector<double> out(dim);
  for (size_t j = 0; j < weights.size(); ++j) {
    for (size_t d = 0; d < dim; ++d) out[d] += weights[j] / total * cache.values[j * dim + d];
  }
  return out;
}

class Attend : public EveryTable {
 protected:
  std::vector<float> run(const Cache& cache, const std::vector<float>& q,
                         const std::vector<int>& limits, size_t first, size_t rows, float scale) {
    const size_t dim = static_cast<size_t>(cache.head_dim);
    std::vector<float> out(rows * dim);
    std::vector<const float*> q_rows;
    std::vector<float*> out_rows;
    for (size_t r = 0; r < rows; ++r) {
      q_rows.push_back(q.data() + (first + r) * dim);
      out_rows.push_back(out.data() + r * dim);
    }
    AttendArgs args;
    args.q = q_rows.data();
    args.out = out_rows.data();
    args.limits = limits.data() + first;
    args.rows = static_cast<int>(rows);
    args.head_dim = cache.head_dim;
    args.scale = scale;
    args.keys = cache.key_blocks.data();
    args.values = cache.value_blocks.data();
    args.block_offset = kOffset;
    args.block_keys = cache.block_keys;
    args.scratch = scratch();
    table().attend(args);
    return out;
  }
};

TEST_P(Attend, AgreesWithDoublePrecision) {
  Random random(3);
  for (int trial = 0; trial < 40; ++trial) {
    const int head_dim = trial % 2 == 0 ? 80 : 64;
    const int block_keys = trial % 2 == 0 ? kAttendTile : 32;
    const int num_keys = random.integer(1, 900);
    const size_t rows = static_cast<size_t>(random.integer(1, kAttendRows));
    const Cache cache = random_cache(random, num_keys, head_dim, block_keys);
    const auto q = random.values(rows * static_cast<size_t>(head_dim));
    std::vector<int> limits;
    for (size_t r = 0; r < rows; ++r) limits.push_back(random.integer(1, num_keys));
    const float scale = trial % 3 == 0 ? 1.5F : 0.12F;
    const auto found = run(cache, q, limits, 0, rows, scale);
    for (size_t r = 0; r < rows; ++r) {
      const auto expected =
          exact(cache, q.data() + r * static_cast<size_t>(head_dim), limits[r], scale);
      for (size_t d = 0; d < expected.size(); ++d) {
        // Scores are a few hundred at most here: 2^-24 of that in the exponent, times the values.
        ASSERT_NEAR(found[r * expected.size() + d], expected[d], 2e-4)
            << num_keys << " keys, row " << r << " sees " << limits[r];
      }
    }
  }
}

TEST_P(Attend, ARowAloneHasTheSameBitsAsAmongOthers) {
  Random random(4);
  for (const int block_keys : {32, 256}) {
    const Cache cache = random_cache(random, 700, 64, block_keys);
    const auto q = random.values(kAttendRows * 64);
    std::vector<int> limits;
    for (int r = 0; r < kAttendRows; ++r) limits.push_back(random.integer(1, 700));
    const auto together = run(cache, q, limits, 0, kAttendRows, 0.125F);
    for (size_t r = 0; r < kAttendRows; ++r) {
      const auto alone = run(cache, q, limits, r, 1, 0.125F);
      ASSERT_TRUE(std::equal(alone.begin(), alone.end(),
                             together.begin() + static_cast<std::ptrdiff_t>(r * 64)))
          << r;
    }
  }
}

MINERU_EVERY_TABLE(Attend);

}  // namespace
}  // namespace mineru::kernels
