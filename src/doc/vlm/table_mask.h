// Pictures inside a table: the model sees a token in place of each, and its reply names the token
// where the picture belongs. Pure functions, thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/vlm/crop_plan.h"
#include "media/image.h"

namespace mineru::doc::vlm {

using Rgb = std::array<uint8_t, 3>;

// The box in a picture of that size, after the picture was turned counterclockwise.
PixelBox turned_box(const PixelBox& box, PixelSize size, int counterclockwise_deg);

// Black or white, whichever stands out.
Rgb contrast_color(const Rgb& background);

// Mean of eight pixels just outside the box, those beyond the picture moved to its edge.
Rgb surrounding_color(const media::ImageView& image, const PixelBox& box);

// The table's pixels, upright, each of `crop.absorbed` painted over in the colour around it with a
// token on top. What the tokens stand for goes to `table_images` of the table's block: JPEG as a
// data: URI. Without absorbed pictures this only cuts and turns.
// Errors: kInvalidArgument for an empty crop, kResourceExhausted.
media::Image mask_table_images(const media::ImageView& page, const Crop& crop,
                               std::vector<ContentBlock>& blocks);

}  // namespace mineru::doc::vlm
