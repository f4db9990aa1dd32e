// One stored weight as a float; whole vectors go through KernelTable::widen.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/kernel_table.h"

namespace mineru::kernels {

inline float float_of_half(uint32_t half) {
  const uint32_t sign = (half & 0x8000U) << 16;
  const uint32_t exponent = (half >> 10) & 0x1FU;
  const uint32_t fraction = half & 0x3FFU;
  if (exponent == 0x1FU) return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;  // zero or subnormal
  return sign != 0 ? -magnitude : magnitude;
}

// `bits`: the element's, in the low bytes.
inline float float_of(uint32_t bits, WeightType type) {
  switch (type) {
    case WeightType::kF32: return std::bit_cast<float>(bits);
    case WeightType::kF16: return float_of_half(bits);
    case WeightType::kBF16: return std::bit_cast<float>(bits << 16);
  }
  return 0;
}

}  // namespace mineru::kernels
