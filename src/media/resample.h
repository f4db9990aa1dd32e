// Resizing and padding of pictures, equal to Pillow's pixels bit by bit (its Resample.c: separable
// convolution, coefficients of 22 fractional bits, 8-bit rounding between the passes).
#pragma once

#include "media/image.h"

namespace mineru::media {

enum class Filter { kBicubic, kLanczos };

// Errors: kInvalidArgument for an empty picture or size, kResourceExhausted.
Image resized(const ImageView& image, int width, int height, Filter filter);

// Pads with white until no side is longer than `max_ratio` times the other: the reference's
// resize_by_need pads beyond 50:1. A picture within the ratio is copied.
Image padded_to_ratio(const ImageView& image, double max_ratio);

// Shrinks so that the longer side is at most `max_side`; a smaller picture is copied.
Image limited_to_side(const ImageView& image, int max_side, Filter filter);

}  // namespace mineru::media
