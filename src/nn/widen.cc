#include "nn/widen.h"

namespace mineru::nn {

std::vector<float> widened(Exec& exec, std::span<const std::byte> bytes, WeightType type) {
  std::vector<float> values(bytes.size() / element_size(type));
  exec.kernels().widen(bytes.data(), type, values.data(), values.size());
  return values;
}

}  // namespace mineru::nn
