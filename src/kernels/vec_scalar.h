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

// Bytes in groups of 4, and the 32-bit sums of their products.
struct Ints {
  int32_t lane[kLanes];
};
constexpr int kIntTileRows = 4;

template <typename Function>
MINERU_INLINE Ints each_int(Function function) {
  Ints v;
  for (int i = 0; i < kLanes; ++i) v.lane[i] = function(i);
  return v;
}
MINERU_INLINE Ints int_zero() {
  return each_int([](int) { return 0; });
}
MINERU_INLINE Ints load_bytes(const int8_t* p) {
  Ints v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
MINERU_INLINE Ints splat_four(const uint8_t* p) {
  int32_t four;
  __builtin_memcpy(&four, p, sizeof four);
  return each_int([=](int) { return four; });
}
// sum + the products of 4 neighbours: unsigned x, signed w.
MINERU_INLINE Ints dot_four(const Ints& sum, const Ints& x, const Ints& w) {
  return each_int([&](int i) {
    int32_t total = sum.lane[i];
    for (int byte = 0; byte < 4; ++byte) {
      const auto a = static_cast<uint8_t>(static_cast<uint32_t>(x.lane[i]) >> (8 * byte));
      const auto b = static_cast<int8_t>(static_cast<uint32_t>(w.lane[i]) >> (8 * byte));
      total += a * b;
    }
    return total;
  });
}
// Bytes 0 and 2, or 1 and 3, of each four as pairs of 16 bits.
MINERU_INLINE Ints pair_of_bytes(const Ints& w, int first) {
  return each_int([&](int i) {
    const auto bits = static_cast<uint32_t>(w.lane[i]);
    const auto low = static_cast<int8_t>(bits >> (8 * first));
    const auto high = static_cast<int8_t>(bits >> (8 * first + 16));
    return static_cast<int32_t>((static_cast<uint32_t>(low) & 0xFFFFU) |
                                (static_cast<uint32_t>(high) << 16));
  });
}
MINERU_INLINE Ints even_bytes(const Ints& w) { return pair_of_bytes(w, 0); }
MINERU_INLINE Ints odd_bytes(const Ints& w) { return pair_of_bytes(w, 1); }
MINERU_INLINE Ints splat_two(const int16_t* p) {
  int32_t two;
  __builtin_memcpy(&two, p, sizeof two);
  return each_int([=](int) { return two; });
}
// sum + the products of 2 neighbours of 16 bits.
MINERU_INLINE Ints dot_two(const Ints& sum, const Ints& x, const Ints& w) {
  return each_int([&](int i) {
    const auto a = static_cast<uint32_t>(x.lane[i]);
    const auto b = static_cast<uint32_t>(w.lane[i]);
    return sum.lane[i] + static_cast<int16_t>(a) * static_cast<int16_t>(b) +
           static_cast<int16_t>(a >> 16) * static_cast<int16_t>(b >> 16);
  });
}
MINERU_INLINE Ints load_ints(const int32_t* p) {
  return each_int([=](int i) { return p[i]; });
}
MINERU_INLINE Ints int_splat(int32_t x) {
  return each_int([=](int) { return x; });
}
// sum - a * b
MINERU_INLINE Ints int_less_product(const Ints& sum, const Ints& a, const Ints& b) {
  return each_int([&](int i) { return sum.lane[i] - a.lane[i] * b.lane[i]; });
}
MINERU_INLINE Vec floats_of(const Ints& x) {
  return each([&](int i) { return static_cast<float>(x.lane[i]); });
}
// Integral values 0..255 as bytes.
MINERU_INLINE void store_as_bytes(uint8_t* p, const Vec& v) {
  for (int i = 0; i < kLanes; ++i) p[i] = static_cast<uint8_t>(v.lane[i]);
}

}  // namespace
