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
MINERU_INLINE Vec square_root(Vec a) { return _mm256_sqrt_ps(a); }

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

}  // namespace
