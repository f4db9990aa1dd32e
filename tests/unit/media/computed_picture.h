// Pictures drawn by integers alone, as tools/oracle/pillow_goldens.py draws them, and the digests
// that its goldens hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "media/image.h"
#include "text/digest.h"

namespace mineru::media {

// Pixels of `value(x, y, channel)`.
template <class Function>
Image drawn(int width, int height, const Function& value) {
  MemoryMap map =
      MemoryMap::anonymous(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  auto* out = reinterpret_cast<uint8_t*>(map.mutable_bytes().data());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) *out++ = value(x, y, c);
    }
  }
  return {width, height, std::move(map)};
}

// Waves and hard edges.
inline uint8_t computed_sample(uint32_t seed, uint32_t x, uint32_t y, uint32_t c) {
  if ((x / 4 + y / 3 + seed) % 3 == 0) return ((x ^ y) + c + seed) % 2 == 0 ? 0 : 255;
  const uint32_t wave = x * x * (3 + c) + y * y * 5 + x * y * 7 + seed * (13 + c);
  return static_cast<uint8_t>(wave >> (seed % 5));
}

inline Image computed_picture(uint32_t seed, int width, int height) {
  return drawn(width, height, [&](int x, int y, int c) {
    return computed_sample(seed, static_cast<uint32_t>(x), static_cast<uint32_t>(y),
                           static_cast<uint32_t>(c));
  });
}

inline std::string digest(std::span<const std::byte> bytes) {
  return text::sha256_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()})
      .substr(0, 16);
}

}  // namespace mineru::media
