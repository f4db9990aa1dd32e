#include "nn/linear.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "kernels/weight_value.h"
#include "nn/linear_pack.h"

namespace mineru::nn {

using kernels::GemmArgs;
using kernels::kGemmPanels;
using kernels::kGemmRows;

size_t element_size(WeightType type) { return type == WeightType::kF32 ? 4 : 2; }

Linear::Linear(Exec& exec, std::span<const WeightView> parts, Join join, std::vector<float> bias,
               WeightFormat format)
    : inputs_(parts.front().cols), format_(format), type_(parts.front().type) {
  for (const WeightView& part : parts) {
    MINERU_CHECK(part.cols == inputs_ && part.type == type_);
    outputs_ += part.rows;
  }
  MINERU_CHECK(bias.empty() || bias.size() == static_cast<size_t>(outputs_));
  const std::vector<PanelSource> panels = order_panels(parts, join);
  const bool quantized = format_ != WeightFormat::kAsStored;
  MINERU_CHECK(format_ != WeightFormat::kQ8Wide || inputs_ <= 8192);
  num_panels_ = static_cast<int>(panels.size());
  panel_bytes_ = kPanelCols * (quantized ? static_cast<size_t>(padded_depth(inputs_))
                                         : static_cast<size_t>(inputs_) * element_size(type_));
  packed_ = MemoryMap::anonymous(panel_bytes_ * panels.size());
  if (quantized) {
    scale_.assign(panels.size() * kPanelCols, 1.0F);
    sum_.assign(panels.size() * kPanelCols, 0);
  }
  std::byte* const to = packed_.mutable_bytes().data();
  exec.parallel_for(num_panels_, [&](int p, int) {
    const size_t at = static_cast<size_t>(p);
    std::byte* const panel_to = to + panel_bytes_ * at;
    if (quantized) {
      pack_q8(
          exec.kernels(), panels[at], format_ == WeightFormat::kQ8 ? 63 : 127,
          {reinterpret_cast<int8_t*>(panel_to), &scale_[at * kPanelCols], &sum_[at * kPanelCols]});
    } else {
      pack_as_stored(panels[at], panel_to);
    }
  });
  if (bias.empty()) return;
  bias_.resize(panels.size() * kPanelCols);
  for (size_t p = 0; p < panels.size(); ++p) {
    std::copy_n(bias.begin() + panels[p].bias_index, panels[p].num_rows,
                bias_.begin() + static_cast<std::ptrdiff_t>(p * kPanelCols));
  }
}

namespace {

constexpr int kRowsAtOnce = 16;

// Fills exec.quantized_rows() with x.
void quantize(Exec& exec, Matrix<const float> x, WeightFormat format) {
  QuantizedRows& rows = exec.quantized_rows();
  rows.stride = static_cast<size_t>(padded_depth(x.cols));
  const size_t count = static_cast<size_t>(x.rows) * rows.stride;
  const bool wide = format == WeightFormat::kQ8Wide;
  if (wide && rows.shorts.size() < count) rows.shorts.resize(count);
  if (!wide && rows.bytes.size() < count) rows.bytes.resize(count);
  if (rows.scale.size() < static_cast<size_t>(x.rows)) {
    rows.scale.resize(static_cast<size_t>(x.rows));
    rows.zero.resize(static_cast<size_t>(x.rows));
  }
  exec.parallel_for((x.rows + kRowsAtOnce - 1) / kRowsAtOnce, [&](int item, int) {
    const size_t first = static_cast<size_t>(item) * kRowsAtOnce;
    const int num_rows = std::min(kRowsAtOnce, x.rows - item * kRowsAtOnce);
    const float* const from = x.row(item * kRowsAtOnce);
    if (wide) {
      exec.kernels().quantize_rows_wide({from, x.stride, num_rows, x.cols,
                                         &rows.shorts[first * rows.stride], rows.stride,
                                         &rows.scale[first]});
    } else {
      exec.kernels().quantize_rows({from, x.stride, num_rows, x.cols,
                                    &rows.bytes[first * rows.stride], rows.stride,
                                    &rows.scale[first], &rows.zero[first]});
    }
  });
}

}  // namespace

// Rows and panels of one kernel call.
struct Linear::Piece {
  int first_row = 0;
  int first_panel = 0;
};

void Linear::multiply(Exec& exec, const Piece& piece, Matrix<const float> x, GemmArgs& args) const {
  const size_t row = static_cast<size_t>(piece.first_row);
  const size_t col = static_cast<size_t>(piece.first_panel) * kPanelCols;
  const QuantizedRows& rows = exec.quantized_rows();
  switch (format_) {
    case WeightFormat::kAsStored:
      args.x = x.row(piece.first_row);
      args.x_stride = x.stride;
      args.depth = inputs_;
      args.type = type_;
      return exec.kernels().gemm(args);
    case WeightFormat::kQ8:
      args.depth = padded_depth(inputs_);
      return exec.kernels().gemm_q8({args, &rows.bytes[row * rows.stride], rows.stride,
                                     &rows.scale[row], &rows.zero[row], &scale_[col], &sum_[col]});
    case WeightFormat::kQ8Wide:
      args.depth = padded_depth(inputs_);
      return exec.kernels().gemm_q8_wide(
          {args, &rows.shorts[row * rows.stride], rows.stride, &rows.scale[row], &scale_[col]});
  }
}

void Linear::apply(Exec& exec, Matrix<const float> x, Matrix<float> y, Epilogue epilogue) const {
  const bool halves = epilogue == Epilogue::kSwiGlu;
  MINERU_CHECK(x.cols == inputs_ && y.cols == (halves ? outputs_ / 2 : outputs_) &&
               x.rows == y.rows);
  if (x.rows == 0) return;
  if (format_ != WeightFormat::kAsStored) quantize(exec, x, format_);
  const int row_blocks = (x.rows + kGemmRows - 1) / kGemmRows;
  // Equal blocks: 97 rows are two of 49 and 48, not 96 and 1.
  const int block_rows = (x.rows + row_blocks - 1) / row_blocks;
  const int groups = (num_panels_ + kGemmPanels - 1) / kGemmPanels;
  exec.parallel_for(row_blocks * groups, [&](int item, int worker) {
    const Piece piece{item / groups * block_rows, item % groups * kGemmPanels};
    const int first_col = piece.first_panel * kPanelCols / (halves ? 2 : 1);
    GemmArgs args;
    args.rows = std::min(block_rows, x.rows - piece.first_row);
    if (args.rows <= 0) return;
    args.panels = panel(piece.first_panel);
    args.num_panels = std::min(kGemmPanels, num_panels_ - piece.first_panel);
    args.bias = bias_.empty() ? nullptr : bias_.data() + piece.first_panel * kPanelCols;
    args.y = y.row(piece.first_row) + first_col;
    args.y_stride = y.stride;
    args.cols = y.cols - first_col;
    args.epilogue = epilogue;
    args.scratch = exec.scratch(worker);
    multiply(exec, piece, x, args);
  });
}

void Linear::row(int n, float* to) const {
  const std::byte* const from = panel(n / kPanelCols);
  const size_t in_panel = static_cast<size_t>(n % kPanelCols);
  if (format_ != WeightFormat::kAsStored) {
    const auto* const q = reinterpret_cast<const int8_t*>(from) + in_panel * 4;
    const float scale = scale_[static_cast<size_t>(n)];
    for (size_t k = 0; k < static_cast<size_t>(inputs_); ++k) {
      to[k] = scale * static_cast<float>(q[k / 4 * 4 * kPanelCols + k % 4]);
    }
    return;
  }
  const size_t size = element_size(type_);
  for (size_t k = 0; k < static_cast<size_t>(inputs_); ++k) {
    uint32_t bits = 0;
    std::memcpy(&bits, from + (k * kPanelCols + in_panel) * size, size);
    to[k] = kernels::float_of(bits, type_);
  }
}

}  // namespace mineru::nn
