#include "model/weight_source.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"

namespace mineru::model {

std::string_view dtype_name(DType type) {
  switch (type) {
    case DType::kF32: return "F32";
    case DType::kF16: return "F16";
    case DType::kBF16: return "BF16";
  }
  MINERU_CHECK(false);
}

size_t dtype_size(DType type) { return type == DType::kF32 ? 4 : 2; }

const Tensor& WeightSource::require(std::string_view name, std::span<const int64_t> shape) const {
  const Tensor* tensor = find(name);
  if (tensor == nullptr) {
    throw_error(Code::kNotFound, "{}: expected a tensor {} of shape [{}], found none of that name",
                description(), name, fmt::join(shape, ", "));
  }
  if (!std::equal(shape.begin(), shape.end(), tensor->shape.begin(), tensor->shape.end())) {
    throw_error(Code::kCorruptData, "{}: tensor {}: expected shape [{}], found [{}]", tensor->file,
                name, fmt::join(shape, ", "), fmt::join(tensor->shape, ", "));
  }
  return *tensor;
}

}  // namespace mineru::model
