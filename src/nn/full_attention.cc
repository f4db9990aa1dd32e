#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "nn/attention.h"

namespace mineru::nn {

using kernels::AttendArgs;
using kernels::kAttendRows;
using kernels::kAttendTile;

void FullAttention::plan(std::span<const Segment> segments) {
  blocks_.clear();
  queries_.clear();
  for (const Segment& segment : segments) {
    const int first_block = static_cast<int>(blocks_.size());
    for (int i = 0; i < segment.count; i += kAttendTile) {
      blocks_.push_back({segment.first + i, std::min(kAttendTile, segment.count - i)});
    }
    for (int i = 0; i < segment.count; i += kAttendRows) {
      queries_.push_back({segment.first + i, std::min(kAttendRows, segment.count - i), first_block,
                          segment.count});
    }
  }
}

namespace {

// from: the keys of a head, a row a key -> [tile / 16][head_dim][16], zeros past `count`.
void pack_keys(const float* from, size_t stride, int count, int head_dim, float* to) {
  std::fill_n(to, static_cast<size_t>(kAttendTile) * static_cast<size_t>(head_dim), 0.0F);
  for (int j = 0; j < count; ++j) {
    const float* key = from + static_cast<size_t>(j) * stride;
    float* panel =
        to + static_cast<size_t>(j / kPanelCols) * static_cast<size_t>(head_dim) * kPanelCols +
        j % kPanelCols;
    for (int d = 0; d < head_dim; ++d) panel[static_cast<size_t>(d) * kPanelCols] = key[d];
  }
}

// -> [head_dim / 16][tile][16]; what lies past `count` is never read.
void pack_values(const float* from, size_t stride, int count, int head_dim, float* to) {
  for (int panel = 0; panel < head_dim / kPanelCols; ++panel) {
    for (int j = 0; j < count; ++j) {
      std::copy_n(
          from + static_cast<size_t>(j) * stride + panel * kPanelCols, kPanelCols,
          to + (static_cast<size_t>(panel) * kAttendTile + static_cast<size_t>(j)) * kPanelCols);
    }
  }
}

}  // namespace

void FullAttention::pack(Exec& exec, Matrix<const float> qkv, int heads, int head_dim) {
  const size_t num_blocks = blocks_.size();
  const size_t block_floats = static_cast<size_t>(kAttendTile) * static_cast<size_t>(head_dim);
  const size_t total = static_cast<size_t>(heads) * num_blocks;
  if (keys_.size() < total * block_floats) {
    keys_.resize(total * block_floats);
    values_.resize(total * block_floats);
  }
  key_blocks_.resize(total);
  value_blocks_.resize(total);
  exec.parallel_for(static_cast<int>(total), [&](int item, int) {
    const size_t at = static_cast<size_t>(item);
    const Block& block = blocks_[at % num_blocks];
    const int head = static_cast<int>(at / num_blocks);
    const float* const row = qkv.row(block.first) + head * head_dim;
    float* const keys = keys_.data() + at * block_floats;
    float* const values = values_.data() + at * block_floats;
    pack_keys(row + heads * head_dim, qkv.stride, block.count, head_dim, keys);
    pack_values(row + 2 * heads * head_dim, qkv.stride, block.count, head_dim, values);
    key_blocks_[at] = keys;
    value_blocks_[at] = values;
  });
}

void FullAttention::apply(Exec& exec, Matrix<const float> qkv, std::span<const Segment> segments,
                          int heads, Matrix<float> out) {
  const int head_dim = out.cols / heads;
  MINERU_CHECK(qkv.cols == 3 * out.cols && out.cols == heads * head_dim && qkv.rows == out.rows);
  plan(segments);
  pack(exec, qkv, heads, head_dim);
  const int num_queries = static_cast<int>(queries_.size());
  exec.parallel_for(heads * num_queries, [&](int item, int worker) {
    const QueryBlock& block = queries_[static_cast<size_t>(item % num_queries)];
    const int head = item / num_queries;
    std::array<const float*, kAttendRows> q{};
    std::array<float*, kAttendRows> to{};
    std::array<int, kAttendRows> limits{};
    for (int r = 0; r < block.count; ++r) {
      q[static_cast<size_t>(r)] = qkv.row(block.first + r) + head * head_dim;
      to[static_cast<size_t>(r)] = out.row(block.first + r) + head * head_dim;
      limits[static_cast<size_t>(r)] = block.num_keys;
    }
    const size_t first_block =
        static_cast<size_t>(head) * blocks_.size() + static_cast<size_t>(block.first_block);
    AttendArgs args;
    args.q = q.data();
    args.out = to.data();
    args.limits = limits.data();
    args.rows = block.count;
    args.head_dim = head_dim;
    args.scale = 1.0F / std::sqrt(static_cast<float>(head_dim));
    args.keys = key_blocks_.data() + first_block;
    args.values = value_blocks_.data() + first_block;
    args.block_keys = kAttendTile;
    args.scratch = exec.scratch(worker);
    exec.kernels().attend(args);
  });
}

}  // namespace mineru::nn
