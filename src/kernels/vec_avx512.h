// The vocabulary of the kernels for AVX-512 (F, BW, DQ, VL, VNNI): 16 floats a register.
#pragma once

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define MINERU_INLINE __attribute__((always_inline)) inline

namespace {

using Vec = __m512;
constexpr int kLanes = 16;
constexpr int kTileRows = 12;  // rows of a register tile: 12 x 16 sums, 12 registers of 32

MINERU_INLINE Vec splat(float x) { return _mm512_set1_ps(x); }
MINERU_INLINE Vec splat_at(const float* x) { return _mm512_set1_ps(*x); }
MINERU_INLINE Vec load(const float* p) { return _mm512_loadu_ps(p); }
MINERU_INLINE void store(float* p, Vec v) { _mm512_storeu_ps(p, v); }
MINERU_INLINE Vec add(Vec a, Vec b) { return _mm512_add_ps(a, b); }
MINERU_INLINE Vec sub(Vec a, Vec b) { return _mm512_sub_ps(a, b); }
MINERU_INLINE Vec mul(Vec a, Vec b) { return _mm512_mul_ps(a, b); }
MINERU_INLINE Vec div(Vec a, Vec b) { return _mm512_div_ps(a, b); }
MINERU_INLINE Vec max(Vec a, Vec b) { return _mm512_max_ps(a, b); }
MINERU_INLINE Vec min(Vec a, Vec b) { return _mm512_min_ps(a, b); }
// a * b + c
MINERU_INLINE Vec fma(Vec a, Vec b, Vec c) { return _mm512_fmadd_ps(a, b, c); }
// c - a * b
MINERU_INLINE Vec fnma(Vec a, Vec b, Vec c) { return _mm512_fnmadd_ps(a, b, c); }

// 2^x of integral x in -126..127.
MINERU_INLINE Vec power_of_two(Vec x) {
  const __m512i exponent = _mm512_slli_epi32(_mm512_cvtps_epi32(x), 23);
  return _mm512_castsi512_ps(_mm512_add_epi32(exponent, _mm512_castps_si512(_mm512_set1_ps(1.0F))));
}
MINERU_INLINE Vec round_even(Vec a) {
  return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

MINERU_INLINE float sum_of(Vec v) { return _mm512_reduce_add_ps(v); }
MINERU_INLINE float largest_of(Vec v) { return _mm512_reduce_max_ps(v); }

MINERU_INLINE Vec widen_bf16(const uint16_t* p) {
  const __m256i half = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(half), 16));
}
MINERU_INLINE Vec widen_f16(const uint16_t* p) {
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
}

// Bytes in groups of 4, and the 32-bit sums of their products.
using Ints = __m512i;
constexpr int kIntTileRows = 12;

MINERU_INLINE Ints int_zero() { return _mm512_setzero_si512(); }
MINERU_INLINE Ints load_bytes(const int8_t* p) { return _mm512_loadu_si512(p); }
MINERU_INLINE Ints splat_four(const uint8_t* p) {
  int32_t four;
  __builtin_memcpy(&four, p, sizeof four);
  return _mm512_set1_epi32(four);
}
// sum + the products of 4 neighbours: unsigned x, signed w.
MINERU_INLINE Ints dot_four(Ints sum, Ints x, Ints w) { return _mm512_dpbusd_epi32(sum, x, w); }
// Bytes 0 and 2, or 1 and 3, of each four as pairs of 16 bits.
MINERU_INLINE Ints even_bytes(Ints w) { return _mm512_srai_epi16(_mm512_slli_epi16(w, 8), 8); }
MINERU_INLINE Ints odd_bytes(Ints w) { return _mm512_srai_epi16(w, 8); }
MINERU_INLINE Ints splat_two(const int16_t* p) {
  int32_t two;
  __builtin_memcpy(&two, p, sizeof two);
  return _mm512_set1_epi32(two);
}
// sum + the products of 2 neighbours of 16 bits.
MINERU_INLINE Ints dot_two(Ints sum, Ints x, Ints w) { return _mm512_dpwssd_epi32(sum, x, w); }
MINERU_INLINE Ints load_ints(const int32_t* p) { return _mm512_loadu_si512(p); }
MINERU_INLINE Ints int_splat(int32_t x) { return _mm512_set1_epi32(x); }
// sum - a * b
MINERU_INLINE Ints int_less_product(Ints sum, Ints a, Ints b) {
  return _mm512_sub_epi32(sum, _mm512_mullo_epi32(a, b));
}
MINERU_INLINE Vec floats_of(Ints x) { return _mm512_cvtepi32_ps(x); }
// Integral values 0..255 as bytes.
MINERU_INLINE void store_as_bytes(uint8_t* p, Vec v) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(v)));
}

}  // namespace
