// Random numbers that are the same on every machine and with every standard library.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace mineru::engine {

// xoshiro256** (https://prng.di.unimi.it), its state filled by splitmix64. Value, not thread-safe.
class Rng {
 public:
  explicit Rng(uint64_t seed) {
    for (uint64_t& word : state_) {
      seed += 0x9E3779B97F4A7C15U;
      uint64_t z = seed;
      z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
      z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
      word = z ^ (z >> 31U);
    }
  }

  uint64_t next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // In [0, 1), a multiple of 2^-53.
  double next_unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::array<uint64_t, 4> state_{};
};

}  // namespace mineru::engine
