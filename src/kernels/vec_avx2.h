// The vocabulary of the kernels for AVX2 + FMA + F16C: 8 floats a register.
#pragma once

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define MINERU_INLINE __attribute__((always_inline)) inline

namespace {

using Vec = __m256;
constexpr int kLanes = 8;
constexpr int kTileRows = 6;  // rows of a register tile: 6 x 16 sums, 12 registers of 16

MINERU_INLINE Vec splat(float x) { return _mm256_set1_ps(x); }
MINERU_INLINE Vec splat_at(const float* x) { return _mm256_broadcast_ss(x); }
MINERU_INLINE Vec load(const float* p) { return _mm256_loadu_ps(p); }
MINERU_INLINE void store(float* p, Vec v) { _mm256_storeu_ps(p, v); }
MINERU_INLINE Vec add(Vec a, Vec b) { return _mm256_add_ps(a, b); }
MINERU_INLINE Vec sub(Vec a, Vec b) { return _mm256_sub_ps(a, b); }
MINERU_INLINE Vec mul(Vec a, Vec b) { return _mm256_mul_ps(a, b); }
MINERU_INLINE Vec div(Vec a, Vec b) { return _mm256_div_ps(a, b); }
MINERU_INLINE Vec max(Vec a, Vec b) { return _mm256_max_ps(a, b); }
MINERU_INLINE Vec min(Vec a, Vec b) { return _mm256_min_ps(a, b); }
// a * b + c
MINERU_INLINE Vec fma(Vec a, Vec b, Vec c) { return _mm256_fmadd_ps(a, b, c); }
// c - a * b
MINERU_INLINE Vec fnma(Vec a, Vec b, Vec c) { return _mm256_fnmadd_ps(a, b, c); }

// 2^x of integral x in -126..127.
MINERU_INLINE Vec power_of_two(Vec x) {
  const __m256i exponent = _mm256_slli_epi32(_mm256_cvtps_epi32(x), 23);
  return _mm256_castsi256_ps(_mm256_add_epi32(exponent, _mm256_castps_si256(_mm256_set1_ps(1.0F))));
}
MINERU_INLINE Vec round_even(Vec a) {
  return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

MINERU_INLINE float sum_of(Vec v) {
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  s = _mm_add_ps(s, _mm_movehl_ps(s, s));
  s = _mm_add_ss(s, _mm_shuffle_ps(s, s, 1));
  return _mm_cvtss_f32(s);
}
MINERU_INLINE float largest_of(Vec v) {
  __m128 s = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  s = _mm_max_ps(s, _mm_movehl_ps(s, s));
  s = _mm_max_ss(s, _mm_shuffle_ps(s, s, 1));
  return _mm_cvtss_f32(s);
}

MINERU_INLINE Vec widen_bf16(const uint16_t* p) {
  const __m128i half = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(half), 16));
}
MINERU_INLINE Vec widen_f16(const uint16_t* p) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}

// Bytes in groups of 4, and the 32-bit sums of their products.
using Ints = __m256i;
constexpr int kIntTileRows = 5;  // 10 sums of 16 registers

MINERU_INLINE Ints int_zero() { return _mm256_setzero_si256(); }
MINERU_INLINE Ints load_bytes(const int8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
MINERU_INLINE Ints splat_four(const uint8_t* p) {
  int32_t four;
  __builtin_memcpy(&four, p, sizeof four);
  return _mm256_set1_epi32(four);
}
// sum + the products of 4 neighbours: unsigned x, signed w of at most 7 bits (the halfway sums of
// 16 bits saturate beyond). Assembly, because GCC 12 otherwise collects the products of all rows
// first, and spills the sums.
MINERU_INLINE Ints dot_four(Ints sum, Ints x, Ints w) {
  __m256i pairs;
  asm("vpmaddubsw %[w], %[x], %[pairs]\n\t"
      "vpmaddwd %[ones], %[pairs], %[pairs]\n\t"
      "vpaddd %[pairs], %[sum], %[sum]"
      : [sum] "+x"(sum), [pairs] "=&x"(pairs)
      : [x] "x"(x), [w] "x"(w), [ones] "x"(_mm256_set1_epi16(1)));
  return sum;
}
// Bytes 0 and 2, or 1 and 3, of each four as pairs of 16 bits.
MINERU_INLINE Ints even_bytes(Ints w) { return _mm256_srai_epi16(_mm256_slli_epi16(w, 8), 8); }
MINERU_INLINE Ints odd_bytes(Ints w) { return _mm256_srai_epi16(w, 8); }
MINERU_INLINE Ints splat_two(const int16_t* p) {
  int32_t two;
  __builtin_memcpy(&two, p, sizeof two);
  return _mm256_set1_epi32(two);
}
// sum + the products of 2 neighbours of 16 bits.
MINERU_INLINE Ints dot_two(Ints sum, Ints x, Ints w) {
  __m256i pairs;
  asm("vpmaddwd %[w], %[x], %[pairs]\n\t"
      "vpaddd %[pairs], %[sum], %[sum]"
      : [sum] "+x"(sum), [pairs] "=&x"(pairs)
      : [x] "x"(x), [w] "x"(w));
  return sum;
}
MINERU_INLINE Ints load_ints(const int32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
MINERU_INLINE Ints int_splat(int32_t x) { return _mm256_set1_epi32(x); }
// sum - a * b
MINERU_INLINE Ints int_less_product(Ints sum, Ints a, Ints b) {
  return _mm256_sub_epi32(sum, _mm256_mullo_epi32(a, b));
}
MINERU_INLINE Vec floats_of(Ints x) { return _mm256_cvtepi32_ps(x); }
// Integral values 0..255 as bytes.
MINERU_INLINE void store_as_bytes(uint8_t* p, Vec v) {
  const __m256i ints = _mm256_cvtps_epi32(v);
  const __m128i shorts =
      _mm_packus_epi32(_mm256_castsi256_si128(ints), _mm256_extracti128_si256(ints, 1));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packus_epi16(shorts, shorts));
}

}  // namespace
