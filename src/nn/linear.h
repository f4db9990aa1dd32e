// y = x W^T + b with packed weights, as stored or quantised.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/memory_map.h"
#include "kernels/kernel_table.h"
#include "nn/exec.h"
#include "nn/matrix.h"

namespace mineru::nn {

using kernels::Epilogue;
using kernels::kPanelCols;  // outputs are packed in groups of so many
using kernels::WeightType;

// A weight matrix as checkpoints store it: [rows (outputs), cols (inputs)], row-major.
struct WeightView {
  const std::byte* data = nullptr;  // may be unaligned
  WeightType type = WeightType::kF32;
  int rows = 0;
  int cols = 0;
};

// How several weight matrices become one.
enum class Join {
  kStack,       // outputs one matrix after another: q, k, v
  kInterleave,  // panels alternate between two matrices: gate, up for Epilogue::kSwiGlu
};

// What weights become when they are packed.
enum class WeightFormat {
  kAsStored,  // sums in single precision
  kQ8,        // 7 bits and a scale for each output; rows of 8 bits, exact sums
  kQ8Wide,    // 8 bits and a scale for each output; rows of 12 bits, exact sums; inputs <= 8,192
};

// Immutable, thread-safe.
class Linear {
 public:
  Linear() = default;
  // Packs the parts, which share type and cols (kInterleave: two of equal rows, a multiple of 16).
  // `bias` is empty or has one value an output.
  Linear(Exec& exec, std::span<const WeightView> parts, Join join, std::vector<float> bias,
         WeightFormat format = WeightFormat::kAsStored);

  // x: [rows, inputs] -> y: [rows, outputs] (kSwiGlu: half of them).
  void apply(Exec& exec, Matrix<const float> x, Matrix<float> y,
             Epilogue epilogue = Epilogue::kStore) const;

  // Output row `n` of the weights as floats: [inputs]. An embedding is looked up with it.
  void row(int n, float* to) const;

  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  size_t num_bytes() const { return packed_.size() + bias_.size() * sizeof(float); }

 private:
  const std::byte* panel(int p) const {
    return packed_.bytes().data() + panel_bytes_ * static_cast<size_t>(p);
  }
  struct Piece;
  void multiply(Exec& exec, const Piece& piece, Matrix<const float> x,
                kernels::GemmArgs& args) const;

  int inputs_ = 0;
  int outputs_ = 0;
  int num_panels_ = 0;
  WeightFormat format_ = WeightFormat::kAsStored;
  WeightType type_ = WeightType::kF32;  // kAsStored
  size_t panel_bytes_ = 0;
  MemoryMap packed_;
  std::vector<float> bias_;   // padded to whole panels, in the order of the panels
  std::vector<float> scale_;  // quantised: [panels * 16]
  std::vector<int32_t> sum_;  // quantised: [panels * 16], of the quantised weights
};

size_t element_size(WeightType type);

}  // namespace mineru::nn
