// Which random numbers fill the tensors of a synthetic checkpoint.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/config.h"

namespace mineru::model {

// A row of a matrix, or an element of a vector, that differs from the rest: value * scale + shift.
struct SyntheticRow {
  int64_t row = 0;
  double scale = 1.0;
  double shift = 0.0;
};

// Normally distributed values of one tensor.
struct SyntheticTensor {
  std::string name;
  std::vector<int64_t> shape;
  double mean = 0.0;
  double deviation = 0.0;
  std::vector<SyntheticRow> rows;  // in ascending order
  // Takes seven eighths of its mean out of every row: an input that is the same in all columns
  // hardly matters.
  bool centred = false;

  int64_t num_elements() const;
};

// Every tensor of the network under its published name, in the order of the file. The deviations
// keep a residual stream near one from the first layer to the last, but for a few channels that
// the later layers blow up 20 to 60 times, as trained transformers do
// (https://arxiv.org/abs/2402.17762).
std::vector<SyntheticTensor> synthetic_tensors(const VisionConfig& vision,
                                               const DecoderConfig& decoder);

// Values in file order, as bf16; the same numbers on every machine and for any size of the calls.
// Not thread-safe.
class SyntheticStream {
 public:
  SyntheticStream(const SyntheticTensor& tensor, uint64_t seed);
  // The next `out.size()` values, little-endian.
  void fill(std::span<uint16_t> out);

 private:
  void fill_run(std::span<uint16_t> out, const SyntheticRow& kind);

  const SyntheticTensor* tensor_;
  std::array<uint64_t, 4> state_{};
  int64_t row_size_;
  int64_t position_ = 0;
  int32_t centre_ = 0;   // of the row at position_, in steps of the generator
  size_t next_row_ = 0;  // of tensor_->rows
};

}  // namespace mineru::model
