// Pictures for rows that describe them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "media/image.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

// Pixels of value(x, y, channel).
media::Image drawn(int width, int height, const std::function<uint8_t(int, int, int)>& value);

// [width, height] of what recognition gets for a picture of that size.
Json size_by_need(int width, int height);

// A PNG of one pixel; `mode` and samples as Pillow has them: L, LA, RGB, RGBA.
// Errors: kUnsupported for other modes.
std::string one_pixel_png(const std::string& mode, const std::vector<uint8_t>& samples);

}  // namespace mineru::doc::vectors
