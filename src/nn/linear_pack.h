// Weight matrices into panels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nn/linear.h"

namespace mineru::nn {

// Sixteen outputs (or fewer, at the end) that lie together.
struct PanelSource {
  const WeightView* part = nullptr;
  int first_row = 0;   // in the part
  int num_rows = 0;    // 1..16
  int bias_index = 0;  // of the first row in the stacked bias
};

std::vector<PanelSource> order_panels(std::span<const WeightView> parts, Join join);

// [cols][16], elements as stored, zeros past num_rows; `to` is zeroed.
void pack_as_stored(const PanelSource& source, std::byte* to);

// A quantised panel.
struct Q8Panel {
  int8_t* values = nullptr;  // [padded cols / 4][16][4], zeroed before
  float* scale = nullptr;    // [16]
  int32_t* sum = nullptr;    // [16] of the values, zeroed before
};

// Values are -largest..largest. The scale of an output is the one of several candidates that leaves
// the smallest squared error.
void pack_q8(const kernels::KernelTable& table, const PanelSource& source, int largest,
             const Q8Panel& to);

// Columns of a quantised panel: a multiple of 4.
inline int padded_depth(int cols) { return (cols + 3) / 4 * 4; }

}  // namespace mineru::nn
