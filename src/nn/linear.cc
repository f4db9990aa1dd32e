#include "nn/linear.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "kernels/weight_value.h"

namespace mineru::nn {

using kernels::GemmArgs;
using kernels::kGemmPanels;
using kernels::kGemmRows;

size_t element_size(WeightType type) { return type == WeightType::kF32 ? 4 : 2; }

namespace {

// Copies 16 rows of W, of which `rows` exist, into [cols][16].
template <size_t ElementSize>
void pack_panel(const std::byte* from, int rows, int cols, std::byte* to) {
  const size_t row_bytes = static_cast<size_t>(cols) * ElementSize;
  for (size_t k = 0; k < static_cast<size_t>(cols); ++k) {
    for (size_t n = 0; n < static_cast<size_t>(rows); ++n) {
      std::memcpy(to + (k * kPanelCols + n) * ElementSize, from + n * row_bytes + k * ElementSize,
                  ElementSize);
    }
  }
}

void pack_panel(const WeightView& part, int first_row, std::byte* to) {
  const int rows = std::min(kPanelCols, part.rows - first_row);
  const size_t size = element_size(part.type);
  const std::byte* from =
      part.data + static_cast<size_t>(first_row) * static_cast<size_t>(part.cols) * size;
  if (size == 4) {
    pack_panel<4>(from, rows, part.cols, to);
  } else {
    pack_panel<2>(from, rows, part.cols, to);
  }
}

struct PanelSource {
  const WeightView* part;
  int first_row;   // in the part
  int bias_index;  // of the first row in the stacked bias
};

std::vector<PanelSource> order_panels(std::span<const WeightView> parts, Join join) {
  std::vector<PanelSource> panels;
  if (join == Join::kInterleave) {
    MINERU_CHECK(parts.size() == 2 && parts[0].rows == parts[1].rows &&
                 parts[0].rows % kPanelCols == 0);
    for (int row = 0; row < parts[0].rows; row += kPanelCols) {
      panels.push_back({&parts[0], row, row});
      panels.push_back({&parts[1], row, parts[0].rows + row});
    }
    return panels;
  }
  int stacked = 0;
  for (const WeightView& part : parts) {
    // A panel never holds rows of two parts, so all but the last part fill theirs.
    MINERU_CHECK(&part == &parts.back() || part.rows % kPanelCols == 0);
    for (int row = 0; row < part.rows; row += kPanelCols) {
      panels.push_back({&part, row, stacked + row});
    }
    stacked += part.rows;
  }
  return panels;
}

}  // namespace

Linear::Linear(Exec& exec, std::span<const WeightView> parts, Join join, std::vector<float> bias)
    : inputs_(parts.front().cols), type_(parts.front().type) {
  for (const WeightView& part : parts) {
    MINERU_CHECK(part.cols == inputs_ && part.type == type_);
    outputs_ += part.rows;
  }
  MINERU_CHECK(bias.empty() || bias.size() == static_cast<size_t>(outputs_));
  const std::vector<PanelSource> panels = order_panels(parts, join);
  num_panels_ = static_cast<int>(panels.size());
  panel_bytes_ = static_cast<size_t>(inputs_) * kPanelCols * element_size(type_);
  packed_ = MemoryMap::anonymous(panel_bytes_ * panels.size());
  std::byte* const to = packed_.mutable_bytes().data();
  exec.parallel_for(num_panels_, [&](int p, int) {
    const PanelSource& source = panels[static_cast<size_t>(p)];
    pack_panel(*source.part, source.first_row, to + panel_bytes_ * static_cast<size_t>(p));
  });
  if (bias.empty()) return;
  bias_.resize(panels.size() * kPanelCols);
  for (size_t p = 0; p < panels.size(); ++p) {
    const int count = std::min(kPanelCols, panels[p].part->rows - panels[p].first_row);
    std::copy_n(bias.begin() + panels[p].bias_index, count,
                bias_.begin() + static_cast<std::ptrdiff_t>(p * kPanelCols));
  }
}

void Linear::apply(Exec& exec, Matrix<const float> x, Matrix<float> y, Epilogue epilogue) const {
  const bool halves = epilogue == Epilogue::kSwiGlu;
  MINERU_CHECK(x.cols == inputs_ && y.cols == (halves ? outputs_ / 2 : outputs_) &&
               x.rows == y.rows);
  if (x.rows == 0) return;
  const int row_blocks = (x.rows + kGemmRows - 1) / kGemmRows;
  // Equal blocks: 97 rows are two of 49 and 48, not 96 and 1.
  const int block_rows = (x.rows + row_blocks - 1) / row_blocks;
  const int groups = (num_panels_ + kGemmPanels - 1) / kGemmPanels;
  exec.parallel_for(row_blocks * groups, [&](int item, int worker) {
    const int first_row = item / groups * block_rows;
    const int first_panel = item % groups * kGemmPanels;
    const int first_col = first_panel * kPanelCols / (halves ? 2 : 1);
    GemmArgs args;
    args.rows = std::min(block_rows, x.rows - first_row);
    if (args.rows <= 0) return;
    args.x = x.row(first_row);
    args.x_stride = x.stride;
    args.depth = inputs_;
    args.panels = panel(first_panel);
    args.type = type_;
    args.num_panels = std::min(kGemmPanels, num_panels_ - first_panel);
    args.bias = bias_.empty() ? nullptr : bias_.data() + first_panel * kPanelCols;
    args.y = y.row(first_row) + first_col;
    args.y_stride = y.stride;
    args.cols = y.cols - first_col;
    args.epilogue = epilogue;
    args.scratch = exec.scratch(worker);
    exec.kernels().gemm(args);
  });
}

void Linear::row(int n, float* to) const {
  const size_t size = element_size(type_);
  const std::byte* const from = panel(n / kPanelCols) + static_cast<size_t>(n % kPanelCols) * size;
  for (size_t k = 0; k < static_cast<size_t>(inputs_); ++k) {
    const std::byte* const at = from + k * kPanelCols * size;
    uint32_t bits = 0;
    std::memcpy(&bits, at, size);
    to[k] = kernels::float_of(bits, type_);
  }
}

}  // namespace mineru::nn
