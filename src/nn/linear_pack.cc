#include "nn/linear_pack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include "base/check.h"

namespace mineru::nn {

std::vector<PanelSource> order_panels(std::span<const WeightView> parts, Join join) {
  std::vector<PanelSource> panels;
  if (join == Join::kInterleave) {
    MINERU_CHECK(parts.size() == 2 && parts[0].rows == parts[1].rows &&
                 parts[0].rows % kPanelCols == 0);
    for (int row = 0; row < parts[0].rows; row += kPanelCols) {
      panels.push_back({&parts[0], row, kPanelCols, row});
      panels.push_back({&parts[1], row, kPanelCols, parts[0].rows + row});
    }
    return panels;
  }
  int stacked = 0;
  for (const WeightView& part : parts) {
    // A panel never holds rows of two parts, so all but the last part fill theirs.
    MINERU_CHECK(&part == &parts.back() || part.rows % kPanelCols == 0);
    for (int row = 0; row < part.rows; row += kPanelCols) {
      panels.push_back({&part, row, std::min(kPanelCols, part.rows - row), stacked + row});
    }
    stacked += part.rows;
  }
  return panels;
}

namespace {

const std::byte* row_of(const PanelSource& source, int n) {
  const size_t row_bytes = static_cast<size_t>(source.part->cols) * element_size(source.part->type);
  return source.part->data + static_cast<size_t>(source.first_row + n) * row_bytes;
}

template <size_t ElementSize>
void interleave(const PanelSource& source, std::byte* to) {
  for (int n = 0; n < source.num_rows; ++n) {
    const std::byte* const from = row_of(source, n);
    std::byte* const column = to + static_cast<size_t>(n) * ElementSize;
    for (size_t k = 0; k < static_cast<size_t>(source.part->cols); ++k) {
      std::memcpy(column + k * kPanelCols * ElementSize, from + k * ElementSize, ElementSize);
    }
  }
}

// To the nearest integer, halves to even, |x| < 2^22: adding 1.5 * 2^23 leaves no bits for a
// fraction. Unlike nearbyint it becomes vector code.
float rounded(float x) {
  constexpr float kMagic = 12582912.0F;
  return (x + kMagic) - kMagic;
}

float quantized(float w, float inverse, float largest) {
  return std::min(std::max(rounded(w * inverse), -largest), largest);
}

float squared_error(std::span<const float> row, float scale, float largest) {
  constexpr size_t kParts = 16;  // sums side by side, so that they become vector code
  std::array<float, kParts> parts{};
  const float inverse = 1 / scale;
  const auto add = [&](size_t k, size_t part) {
    const float difference = row[k] - quantized(row[k], inverse, largest) * scale;
    parts[part] += difference * difference;
  };
  size_t k = 0;
  for (; k + kParts <= row.size(); k += kParts) {
    for (size_t part = 0; part < kParts; ++part) add(k + part, part);
  }
  for (; k < row.size(); ++k) add(k, 0);
  return std::accumulate(parts.begin(), parts.end(), 0.0F);
}

// Cutting off the largest weights can make all others finer.
float best_scale(std::span<const float> row, float steps) {
  constexpr std::array<float, 3> kShares{0.95F, 0.9F, 0.85F};
  float largest = 0;
  for (const float w : row) largest = std::max(largest, std::abs(w));
  if (largest == 0) return 1;
  float best = largest / steps;
  float least = squared_error(row, best, steps);
  for (const float share : kShares) {
    const float scale = largest * share / steps;
    const float error = squared_error(row, scale, steps);
    if (error < least) {
      least = error;
      best = scale;
    }
  }
  return best;
}

}  // namespace

void pack_as_stored(const PanelSource& source, std::byte* to) {
  if (element_size(source.part->type) == 4) {
    interleave<4>(source, to);
  } else {
    interleave<2>(source, to);
  }
}

void pack_q8(const kernels::KernelTable& table, const PanelSource& source, int largest,
             const Q8Panel& to) {
  const auto steps = static_cast<float>(largest);
  std::vector<float> row(static_cast<size_t>(source.part->cols));
  for (int n = 0; n < source.num_rows; ++n) {
    table.widen(row_of(source, n), source.part->type, row.data(), row.size());
    to.scale[n] = best_scale(row, steps);
    const float inverse = 1 / to.scale[n];
    for (float& w : row) w = quantized(w, inverse, steps);
    for (size_t k = 0; k < row.size(); ++k) {
      to.values[k / 4 * 4 * kPanelCols + static_cast<size_t>(n) * 4 + k % 4] =
          static_cast<int8_t>(row[k]);
      to.sum[n] += static_cast<int32_t>(row[k]);
    }
  }
}

}  // namespace mineru::nn
