// The vocabulary of the kernels in plain C++: any machine, and the yardstick of the others. Loops
// over 8 floats, which a compiler turns into what its baseline has.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define MINERU_INLINE __attribute__((always_inline)) inline

namespace {

constexpr int kLanes = 8;
constexpr int kTileRows = 6;
struct Vec {
  float lane[kLanes];
};

template <typename Function>
MINERU_INLINE Vec each(Function function) {
  Vec v;
  for (int i = 0; i < kLanes; ++i) v.lane[i] = function(i);
  return v;
}

MINERU_INLINE Vec splat(float x) {
  return each([=](int) { return x; });
}
MINERU_INLINE Vec splat_at(const float* x) { return splat(*x); }
MINERU_INLINE Vec load(const float* p) {
  return each([=](int i) { return p[i]; });
}
MINERU_INLINE void store(float* p, const Vec& v) {
  for (int i = 0; i < kLanes; ++i) p[i] = v.lane[i];
}
MINERU_INLINE Vec add(const Vec& a, const Vec& b) {
  return each([&](int i) { return a.lane[i] + b.lane[i]; });
}
MINERU_INLINE Vec sub(const Vec& a, const Vec& b) {
  return each([&](int i) { return a.lane[i] - b.lane[i]; });
}
MINERU_INLINE Vec mul(const Vec& a, const Vec& b) {
  return each([&](int i) { return a.lane[i] * b.lane[i]; });
}
MINERU_INLINE Vec div(const Vec& a, const Vec& b) {
  return each([&](int i) { return a.lane[i] / b.lane[i]; });
}
MINERU_INLINE Vec max(const Vec& a, const Vec& b) {
  return each([&](int i) { return a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]; });
}
MINERU_INLINE Vec min(const Vec& a, const Vec& b) {
  return each([&](int i) { return a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i]; });
}
// a * b + c
MINERU_INLINE Vec fma(const Vec& a, const Vec& b, const Vec& c) {
  return each([&](int i) { return a.lane[i] * b.lane[i] + c.lane[i]; });
}
// c - a * b
MINERU_INLINE Vec fnma(const Vec& a, const Vec& b, const Vec& c) {
  return each([&](int i) { return c.lane[i] - a.lane[i] * b.lane[i]; });
}
MINERU_INLINE Vec square_root(const Vec& a) {
  return each([&](int i) { return __builtin_sqrtf(a.lane[i]); });
}

MINERU_INLINE float float_of_bits(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
// 2^x of integral x in -126..127.
MINERU_INLINE Vec power_of_two(const Vec& x) {
  return each([&](int i) {
    return float_of_bits(static_cast<uint32_t>(static_cast<int32_t>(x.lane[i]) + 127) << 23);
  });
}
MINERU_INLINE Vec round_even(const Vec& a) {
  // Adding 1.5 * 2^23 leaves no bits for a fraction; good for |a| < 2^22.
  constexpr float kMagic = 12582912.0F;
  return each([&](int i) {
    const volatile float shifted = a.lane[i] + kMagic;
    return shifted - kMagic;
  });
}

MINERU_INLINE float sum_of(const Vec& v) {
  const float a = (v.lane[0] + v.lane[4]) + (v.lane[2] + v.lane[6]);
  const float b = (v.lane[1] + v.lane[5]) + (v.lane[3] + v.lane[7]);
  return a + b;
}
MINERU_INLINE float largest_of(const Vec& v) {
  float best = v.lane[0];
  for (int i = 1; i < kLanes; ++i) best = v.lane[i] > best ? v.lane[i] : best;
  return best;
}

MINERU_INLINE Vec widen_bf16(const uint16_t* p) {
  return each([=](int i) { return float_of_bits(static_cast<uint32_t>(p[i]) << 16); });
}
MINERU_INLINE float float_of_half(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000U) << 16;
  const uint32_t exponent = (half >> 10) & 0x1FU;
  const uint32_t fraction = half & 0x3FFU;
  if (exponent == 0x1FU) return float_of_bits(sign | 0x7F800000U | (fraction << 13));
  if (exponent != 0) return float_of_bits(sign | ((exponent + 112) << 23) | (fraction << 13));
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;  // zero or subnormal
  return sign != 0 ? -magnitude : magnitude;
}
MINERU_INLINE Vec widen_f16(const uint16_t* p) {
  return each([=](int i) { return float_of_half(p[i]); });
}

}  // namespace
