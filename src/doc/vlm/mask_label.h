// Writes a token such as "[AC7K]" onto a picture, in a font of strokes of its own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "doc/vlm/crop_plan.h"

namespace mineru::doc::vlm {

// The characters that tokens are made of: none is easily taken for another one.
inline constexpr std::string_view kTokenLetters = "ACDGHKTWXYZ2345678";

// Borrowed pixels, 3 bytes each, rows without padding.
struct Canvas {
  std::span<uint8_t> pixels;
  PixelSize size;
};

// Centred in the box, as large as 70 % of it in each direction allows; nothing where that would be
// too small to read. `label`: brackets and token letters; others leave a gap.
void draw_label(const Canvas& canvas, const PixelBox& box, std::string_view label,
                const std::array<uint8_t, 3>& color);

}  // namespace mineru::doc::vlm
