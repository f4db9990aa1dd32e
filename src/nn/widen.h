// Stored weights as floats, where there are too few of them to be worth packing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nn/exec.h"
#include "nn/linear.h"

namespace mineru::nn {

// `bytes` may be unaligned.
std::vector<float> widened(Exec& exec, std::span<const std::byte> bytes, WeightType type);

}  // namespace mineru::nn
