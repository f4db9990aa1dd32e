#include "model/bind.h"

#include <algorithm>
#include <array>

#include "nn/widen.h"

namespace mineru::model {

namespace {

nn::WeightType weight_type(DType type) {
  switch (type) {
    case DType::kF32: return nn::WeightType::kF32;
    case DType::kF16: return nn::WeightType::kF16;
    case DType::kBF16: return nn::WeightType::kBF16;
  }
  return nn::WeightType::kF32;
}

std::vector<float> widened(nn::Exec& exec, const Tensor& tensor) {
  return nn::widened(exec, tensor.bytes, weight_type(tensor.dtype));
}

}  // namespace

std::vector<float> Binder::floats(const std::string& name, int size) const {
  return floats(name, {size});
}

std::vector<float> Binder::floats(const std::string& name,
                                  std::initializer_list<int64_t> shape) const {
  const Tensor& tensor = source_.require(name, {shape.begin(), shape.size()});
  std::vector<float> values = widened(exec_, tensor);
  source_.release(tensor);
  return values;
}

nn::Linear Binder::linear(const std::vector<Part>& parts, int inputs, const Kind& kind) const {
  std::vector<const Tensor*> tensors;
  std::vector<float> biases;
  for (const Part& part : parts) {
    const std::array<int64_t, 2> shape{part.outputs, inputs};
    tensors.push_back(&source_.require(part.name + ".weight", shape));
    if (kind.bias == Bias::kNo) continue;
    const std::vector<float> values = floats(part.name + ".bias", part.outputs);
    biases.insert(biases.end(), values.begin(), values.end());
  }
  const bool same_type = std::all_of(tensors.begin(), tensors.end(), [&](const Tensor* tensor) {
    return tensor->dtype == tensors.front()->dtype;
  });
  std::vector<std::vector<float>> owned;
  owned.reserve(parts.size());
  std::vector<nn::WeightView> views;
  for (size_t i = 0; i < parts.size(); ++i) {
    nn::WeightView view{tensors[i]->bytes.data(), weight_type(tensors[i]->dtype), parts[i].outputs,
                        inputs};
    if (!same_type) {
      owned.push_back(widened(exec_, *tensors[i]));
      view.data = reinterpret_cast<const std::byte*>(owned.back().data());
      view.type = nn::WeightType::kF32;
    }
    views.push_back(view);
  }
  nn::Linear linear(exec_, views, kind.join, std::move(biases),
                    format_of(precision_, kind.family, kind.place));
  for (const Tensor* tensor : tensors) source_.release(*tensor);
  return linear;
}

nn::RmsNorm Binder::rms_norm(const std::string& name, int size, double eps) const {
  return {floats(name + ".weight", size), static_cast<float>(eps)};
}

nn::LayerNorm Binder::layer_norm(const std::string& name, int size, double eps) const {
  return {floats(name + ".weight", size), floats(name + ".bias", size), static_cast<float>(eps)};
}

}  // namespace mineru::model
