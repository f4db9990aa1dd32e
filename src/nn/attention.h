// Attention in two forms, both with memory linear in the number of rows.
#pragma once

#include <span>
#include <vector>

#include "nn/exec.h"
#include "nn/matrix.h"

namespace mineru::nn {

using kernels::kMaxHeadDim;
using kernels::kPanelCols;  // head_dim is a multiple of it
// Query heads that may share one key head.
inline constexpr int kMaxGroup = kernels::kAttendRows;

// Rows first..first+count-1 see each other and nothing else.
struct Segment {
  int first = 0;
  int count = 0;
};

// Bidirectional attention within segments (vision). Owns the packed keys and values, which grow to
// the largest batch and stay. Not thread-safe.
class FullAttention {
 public:
  // qkv: [rows, 3 * heads * head_dim], queries, keys, values side by side; out: [rows, heads *
  // head_dim], may not overlap qkv. head_dim is a multiple of 16. Scale: 1 / sqrt(head_dim).
  void apply(Exec& exec, Matrix<const float> qkv, std::span<const Segment> segments, int heads,
             Matrix<float> out);

 private:
  // Up to kernels::kAttendTile keys of a segment.
  struct Block {
    int first = 0;  // row
    int count = 0;
  };
  // Up to kernels::kAttendRows queries of a segment and the keys that they see.
  struct QueryBlock {
    int first = 0;  // row
    int count = 0;
    int first_block = 0;
    int num_keys = 0;
  };
  void plan(std::span<const Segment> segments);
  void pack(Exec& exec, Matrix<const float> qkv, int heads, int head_dim);

  std::vector<Block> blocks_;  // keys, kAttendTile a block
  std::vector<QueryBlock> queries_;
  std::vector<float> keys_;                 // [heads][blocks][tile / 16][head_dim][16]
  std::vector<float> values_;               // [heads][blocks][head_dim / 16][tile][16]
  std::vector<const float*> key_blocks_;    // [heads][blocks]
  std::vector<const float*> value_blocks_;  // [heads][blocks]
};

struct PagedShape {
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  int page_tokens = 0;  // a multiple of 16 that divides kernels::kAttendTile
  int width() const { return (heads + 2 * kv_heads) * head_dim; }
  // Of a page in one layer: [kv_heads] of keys [page_tokens / 16][head_dim][16], then values
  // [head_dim / 16][page_tokens][16].
  size_t page_floats() const {
    return 2 * static_cast<size_t>(kv_heads) * static_cast<size_t>(head_dim) *
           static_cast<size_t>(page_tokens);
  }
};

// Neighbouring rows of one sequence, at positions first_position, first_position + 1, ...
struct PagedRun {
  int first_row = 0;
  int num_rows = 0;
  int first_position = 0;
  int first_page = 0;  // of this run in PagedBatch::pages
};

// Causal attention over pages of keys and values (decoder), grouped-query
// (https://arxiv.org/abs/2305.13245): heads / kv_heads query heads share one key head.
// Not thread-safe.
class PagedAttention {
 public:
  explicit PagedAttention(PagedShape shape) : shape_(shape) {}

  // Prepares a batch: `pages` are where layer 0 of each page lies; one run after another.
  void start(std::span<const PagedRun> runs, std::span<float* const> pages);

  // Stores keys and values of the rows (already rotated), then out = softmax(q k^T) v over every
  // earlier position and the row's own. qkv: [rows, shape.width()], out: [rows, heads * head_dim].
  // `layer_offset`: floats from layer 0 of a page to this layer.
  void apply(Exec& exec, Matrix<const float> qkv, size_t layer_offset, Matrix<float> out);

 private:
  struct Work {
    int run = 0;
    int kv_head = 0;
    int first = 0;  // row in the run
    int count = 0;
  };
  void append(Matrix<const float> qkv, size_t layer_offset, const PagedRun& run, int row) const;
  void attend(Exec& exec, Matrix<const float> qkv, size_t layer_offset, const Work& work,
              Matrix<float> out, int worker) const;

  PagedShape shape_;
  std::vector<PagedRun> runs_;
  std::vector<Work> work_;
  std::vector<float*> pages_;
  std::vector<const float*> key_blocks_;    // [kv_heads][pages]
  std::vector<const float*> value_blocks_;  // [kv_heads][pages]
};

}  // namespace mineru::nn
