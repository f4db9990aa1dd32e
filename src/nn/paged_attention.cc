#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "nn/attention.h"

namespace mineru::nn {

using kernels::AttendArgs;
using kernels::kAttendRows;
using kernels::kPanelCols;

void PagedAttention::start(std::span<const PagedRun> runs, std::span<float* const> pages) {
  runs_.assign(runs.begin(), runs.end());
  pages_.assign(pages.begin(), pages.end());
  work_.clear();
  const int group = shape_.heads / shape_.kv_heads;
  const int rows_at_once = kAttendRows / group;
  for (size_t i = 0; i < runs_.size(); ++i) {
    for (int head = 0; head < shape_.kv_heads; ++head) {
      for (int first = 0; first < runs_[i].num_rows; first += rows_at_once) {
        work_.push_back(
            {static_cast<int>(i), head, first, std::min(rows_at_once, runs_[i].num_rows - first)});
      }
    }
  }
  const size_t half =
      static_cast<size_t>(shape_.head_dim) * static_cast<size_t>(shape_.page_tokens);
  key_blocks_.resize(static_cast<size_t>(shape_.kv_heads) * pages.size());
  value_blocks_.resize(key_blocks_.size());
  for (size_t i = 0; i < key_blocks_.size(); ++i) {
    key_blocks_[i] = pages[i % pages.size()] + i / pages.size() * 2 * half;
    value_blocks_[i] = key_blocks_[i] + half;
  }
}

void PagedAttention::append(Matrix<const float> qkv, size_t layer_offset, const PagedRun& run,
                            int row) const {
  const int dim = shape_.head_dim;
  const int position = run.first_position + row;
  const int page = position / shape_.page_tokens;
  const int slot = position % shape_.page_tokens;
  float* const base = pages_[static_cast<size_t>(run.first_page + page)] + layer_offset;
  const size_t half = static_cast<size_t>(dim) * static_cast<size_t>(shape_.page_tokens);
  for (int head = 0; head < shape_.kv_heads; ++head) {
    const float* const key = qkv.row(run.first_row + row) + (shape_.heads + head) * dim;
    const float* const value = key + shape_.kv_heads * dim;
    float* const keys = base + 2 * half * static_cast<size_t>(head);
    float* const panel =
        keys + static_cast<size_t>(slot / kPanelCols * dim) * kPanelCols + slot % kPanelCols;
    for (int d = 0; d < dim; ++d) panel[static_cast<size_t>(d) * kPanelCols] = key[d];
    for (int d = 0; d < dim; d += kPanelCols) {
      std::copy_n(value + d, kPanelCols,
                  keys + half + static_cast<size_t>(d * shape_.page_tokens + slot * kPanelCols));
    }
  }
}

void PagedAttention::attend(Exec& exec, Matrix<const float> qkv, size_t layer_offset,
                            const Work& work, Matrix<float> out, int worker) const {
  const PagedRun& run = runs_[static_cast<size_t>(work.run)];
  const int group = shape_.heads / shape_.kv_heads;
  std::array<const float*, kAttendRows> q{};
  std::array<float*, kAttendRows> to{};
  std::array<int, kAttendRows> limits{};
  size_t rows = 0;
  for (int r = work.first; r < work.first + work.count; ++r) {
    for (int h = work.kv_head * group; h < (work.kv_head + 1) * group; ++h, ++rows) {
      q[rows] = qkv.row(run.first_row + r) + h * shape_.head_dim;
      to[rows] = out.row(run.first_row + r) + h * shape_.head_dim;
      limits[rows] = run.first_position + r + 1;
    }
  }
  const size_t first_block =
      static_cast<size_t>(work.kv_head) * pages_.size() + static_cast<size_t>(run.first_page);
  AttendArgs args;
  args.q = q.data();
  args.out = to.data();
  args.limits = limits.data();
  args.rows = static_cast<int>(rows);
  args.head_dim = shape_.head_dim;
  args.scale = 1.0F / std::sqrt(static_cast<float>(shape_.head_dim));
  args.keys = key_blocks_.data() + first_block;
  args.values = value_blocks_.data() + first_block;
  args.block_offset = layer_offset;
  args.block_keys = shape_.page_tokens;
  args.scratch = exec.scratch(worker);
  exec.kernels().attend(args);
}

void PagedAttention::apply(Exec& exec, Matrix<const float> qkv, size_t layer_offset,
                           Matrix<float> out) {
  MINERU_CHECK(qkv.cols == shape_.width() && out.cols == shape_.heads * shape_.head_dim);
  for (const PagedRun& run : runs_) {
    for (int row = 0; row < run.num_rows; ++row) append(qkv, layer_offset, run, row);
  }
  exec.parallel_for(static_cast<int>(work_.size()), [&](int item, int worker) {
    attend(exec, qkv, layer_offset, work_[static_cast<size_t>(item)], out, worker);
  });
}

}  // namespace mineru::nn
