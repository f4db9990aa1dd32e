// From named tensors to packed operations: every dtype and shape is checked here, once.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "model/precision.h"
#include "model/weight_source.h"
#include "nn/exec.h"
#include "nn/linear.h"
#include "nn/norm.h"

namespace mineru::model {

// Not thread-safe. Errors of every member: WeightSource::require.
class Binder {
 public:
  Binder(const WeightSource& source, nn::Exec& exec, Precision precision)
      : source_(source), exec_(exec), precision_(precision) {}

  // A vector of `size` floats.
  std::vector<float> floats(const std::string& name, int size) const;
  // All elements, widened, of a tensor of this shape.
  std::vector<float> floats(const std::string& name, std::initializer_list<int64_t> shape) const;

  struct Part {
    std::string name;  // without ".weight"
    int outputs = 0;
  };
  enum class Bias { kYes, kNo };
  struct Kind {
    Family family = Family::kHead;
    LayerPlace place;
    Bias bias = Bias::kNo;
    nn::Join join = nn::Join::kStack;
  };
  // The parts NAME.weight [outputs, inputs] (and NAME.bias) joined into one operation. Parts of
  // different types are widened to float first.
  nn::Linear linear(const std::vector<Part>& parts, int inputs, const Kind& kind) const;

  nn::RmsNorm rms_norm(const std::string& name, int size, double eps) const;
  nn::LayerNorm layer_norm(const std::string& name, int size, double eps) const;

 private:
  const WeightSource& source_;
  nn::Exec& exec_;
  Precision precision_;
};

}  // namespace mineru::model
