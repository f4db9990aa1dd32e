// kernels: the inner loops of the network, one table of functions for each instruction set. The
// instruction-set files include nothing but this vocabulary (docs/kernels.md says why); only
// dispatch.cc includes base. Starts at KernelTable. Errors: none; callers keep the contracts below.
// Threads: every entry runs on the calling thread and writes only what its arguments name.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace mineru::kernels {

enum class WeightType : uint8_t { kF32, kF16, kBF16 };

// Columns of a weight panel. Packed weights are [panels][depth][kPanelCols]: element (k, n) of the
// transposed weight lies in panel n / 16 at [k][n % 16]; columns past the end are zero.
inline constexpr int kPanelCols = 16;

// Largest tile of one call; more is the caller's loop.
inline constexpr int kGemmRows = 96;
inline constexpr int kGemmPanels = 16;
inline constexpr int kGemmDepthBlock = 512;
inline constexpr int kAttendRows = 96;
// Keys that share one softmax step; a multiple of every block size.
inline constexpr int kAttendTile = 256;
inline constexpr int kMaxHeadDim = 128;

// Floats of scratch that any entry may use.
inline constexpr size_t kScratchFloats =
    static_cast<size_t>(kAttendRows) * (kAttendTile + 2 * kMaxHeadDim + 8) +
    static_cast<size_t>(kGemmDepthBlock) * kPanelCols + 64;

// What becomes of v = sum over k + bias.
enum class Epilogue : uint8_t {
  kStore,      // y = v
  kAdd,        // y += v
  kQuickGelu,  // y = v * sigmoid(1.702 v)
  kGelu,       // y = v/2 * (1 + erf(v / sqrt 2))
  kSwiGlu,     // panels alternate gate, up: y = silu(gate) * up; y has half the columns
};

// y[m, n] = epilogue(sum over k of x[m, k] * w[k, n] + bias[n]).
// Each sum runs over k in ascending order in one accumulator, whatever the tile: results do not
// depend on `rows` or on how columns are shared out. Error of a sum: depth * 2^-24 * sum |x w|.
struct GemmArgs {
  const float* x = nullptr;  // [rows, depth]
  size_t x_stride = 0;
  int rows = 0;   // 1..kGemmRows
  int depth = 0;  // >= 1
  const void* panels = nullptr;
  WeightType type = WeightType::kF32;
  int num_panels = 0;           // 1..kGemmPanels; even for kSwiGlu
  const float* bias = nullptr;  // [num_panels * kPanelCols], or null
  float* y = nullptr;           // [rows, cols]
  size_t y_stride = 0;
  int cols = 0;  // of y to write, at most what the panels give
  Epilogue epilogue = Epilogue::kStore;
  float* scratch = nullptr;  // kScratchFloats, 64-byte aligned
};

// The same with weights of 7 bits and a scale for each output, and rows of 8 bits with a scale and
// a zero point for each: y = epilogue(x_scale * w_scale * sum of (x - x_zero) * w + bias). The sum
// is exact (255 * 64 * 2 fits the 16-bit halfway sums of AVX2, depth <= 131,072 the 32-bit ones),
// so every table gives the same bits up to the epilogue.
struct Q8GemmArgs {
  // x is not used; `panels` are int8 [num_panels][depth / 4][kPanelCols][4], values -63..63; depth
  // is a multiple of 4; `type` is not used.
  GemmArgs gemm;
  const uint8_t* x = nullptr;       // [rows, depth]
  size_t x_stride = 0;              // a multiple of 4
  const float* x_scale = nullptr;   // [rows]
  const int32_t* x_zero = nullptr;  // [rows]
  const float* w_scale = nullptr;   // [num_panels * kPanelCols]
  const int32_t* w_sum = nullptr;   // [num_panels * kPanelCols]: sum over k of w
};

// The same with weights of 8 bits, -127..127, and rows of 12, symmetric, for what coarser ones
// would hurt: y = epilogue(x_scale * w_scale * sum of x * w + bias), exact for depth <= 8,192.
struct Q8WideGemmArgs {
  GemmArgs gemm;               // as in Q8GemmArgs
  const int16_t* x = nullptr;  // [rows, depth], -2047..2047, of each four in the order 0, 2, 1, 3
  size_t x_stride = 0;         // elements; a multiple of 4
  const float* x_scale = nullptr;  // [rows]
  const float* w_scale = nullptr;  // [num_panels * kPanelCols]
};

struct Q8WideRowsArgs {
  const float* x = nullptr;  // [rows, cols]
  size_t x_stride = 0;
  int rows = 0;
  int cols = 0;
  int16_t* q =
      nullptr;  // [rows, q_stride], ordered as above, zero past `cols` up to a multiple of 4
  size_t q_stride = 0;
  float* scale = nullptr;  // [rows]: x = scale * q
};

// Rows of floats to 8 bits: x = scale * (q - zero), with 0 exact, the range that of the row.
struct Q8RowsArgs {
  const float* x = nullptr;  // [rows, cols]
  size_t x_stride = 0;
  int rows = 0;
  int cols = 0;
  uint8_t* q = nullptr;  // [rows, q_stride]; past `cols` up to the next multiple of 4: zero
  size_t q_stride = 0;
  float* scale = nullptr;   // [rows]
  int32_t* zero = nullptr;  // [rows]
};

// Softmax(scale * q k^T) v for rows that share keys and values: flash attention
// (https://arxiv.org/abs/2205.14135) over tiles of kAttendTile keys, so that a row's result depends
// neither on the other rows nor on how many there are.
struct AttendArgs {
  const float* const* q = nullptr;  // [rows] -> [head_dim]
  float* const* out = nullptr;      // [rows] -> [head_dim]
  const int* limits = nullptr;      // [rows]: keys 0..limit-1 are visible, limit >= 1
  int rows = 0;                     // 1..kAttendRows
  int head_dim = 0;                 // a multiple of 16, at most kMaxHeadDim
  float scale = 1;
  // Blocks of keys: keys[b] is [block_keys / 16][head_dim][16], values[b] is
  // [head_dim / 16][block_keys][16]. block_keys divides kAttendTile, is a multiple of 16.
  const float* const* keys = nullptr;
  const float* const* values = nullptr;
  size_t block_offset = 0;  // floats, added to every keys[b] and values[b]
  int block_keys = 0;
  float* scratch = nullptr;
};

struct NormArgs {
  const float* x = nullptr;  // [rows, cols]
  size_t x_stride = 0;
  float* y = nullptr;  // may be x
  size_t y_stride = 0;
  int rows = 0;
  int cols = 0;                   // a multiple of 16
  const float* weight = nullptr;  // [cols]
  const float* bias = nullptr;    // [cols]; layer norm only
  float eps = 0;
};

// Rotary embedding of the "rotate half" kind: pairs (i, i + head_dim / 2).
struct RotateArgs {
  float* x = nullptr;  // [heads, head_dim], in place
  int heads = 0;
  int head_dim = 0;            // a multiple of 16
  const float* cos = nullptr;  // [head_dim / 2]
  const float* sin = nullptr;  // [head_dim / 2]
};

struct KernelTable {
  const char* name;  // "avx2"
  void (*gemm)(const GemmArgs&);
  void (*gemm_q8)(const Q8GemmArgs&);
  void (*quantize_rows)(const Q8RowsArgs&);
  void (*gemm_q8_wide)(const Q8WideGemmArgs&);
  void (*quantize_rows_wide)(const Q8WideRowsArgs&);
  void (*attend)(const AttendArgs&);
  void (*rms_norm)(const NormArgs&);
  void (*layer_norm)(const NormArgs&);
  void (*rotate)(const RotateArgs&);
  // `count` stored weights as floats.
  void (*widen)(const void* from, WeightType type, float* to, size_t count);
};

}  // namespace mineru::kernels
