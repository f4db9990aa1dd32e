#include "nn/linear_pack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

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

double squared_error(std::span<const float> row, float scale) {
  double error = 0;
  for (const float w : row) {
    const float q = std::clamp(std::nearbyint(w / scale), -63.0F, 63.0F);
    const double difference = static_cast<double>(w) - static_cast<double>(q) * scale;
    error += difference * difference;
  }
  return error;
}

// Cutting off the largest weights can make all others finer.
float best_scale(std::span<const float> row) {
  constexpr std::array<float, 4> kShares{1.0F, 0.95F, 0.9F, 0.85F};
  float largest = 0;
  for (const float w : row) largest = std::max(largest, std::abs(w));
  if (largest == 0) return 1;
  float best = largest / 63;
  double least = squared_error(row, best);
  for (const float share : kShares) {
    const float scale = largest * share / 63;
    const double error = squared_error(row, scale);
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

void pack_q8(const kernels::KernelTable& table, const PanelSource& source, int8_t* to, float* scale,
             int32_t* sum) {
  std::vector<float> row(static_cast<size_t>(source.part->cols));
  for (int n = 0; n < source.num_rows; ++n) {
    table.widen(row_of(source, n), source.part->type, row.data(), row.size());
    scale[n] = best_scale(row);
    for (size_t k = 0; k < row.size(); ++k) {
      const float q = std::clamp(std::nearbyint(row[k] / scale[n]), -63.0F, 63.0F);
      to[k / 4 * 4 * kPanelCols + static_cast<size_t>(n) * 4 + k % 4] = static_cast<int8_t>(q);
      sum[n] += static_cast<int32_t>(q);
    }
  }
}

}  // namespace mineru::nn
