// Resizing and padding of pictures, equal to Pillow's pixels bit by bit: a separable convolution,
// weights of 22 fractional bits, first across, then down, with 8-bit rounding in between.
// That is Pillow up to 12.1; 13 goes down first where the height shrinks much more than the width,
// and its samples differ by rounding. https://github.com/python-pillow/Pillow/pull/9549
#pragma once

#include "media/image.h"

namespace mineru::media {

// Errors of all of these, before anything is allocated: kInvalidArgument for an empty picture or
// size, kResourceExhausted for one beyond the limits of media/size_limits.h.

Image copied(const ImageView& image);

enum class Filter { kBicubic, kLanczos };

// The whole picture at another size; the same size gives a copy.
Image resized(const ImageView& image, int width, int height, Filter filter);

// Pads with white, the picture in the middle, until no side is longer than `max_ratio` (at least 1)
// times the other. A picture within the ratio is copied.
Image padded_to_ratio(const ImageView& image, double max_ratio);

// What the reference sends to recognition (its resize_by_need): padded beyond 50:1, then enlarged
// (bicubic) so that the short side is 28 pixels; 29 where it was 25, since 25 * (28.0 / 25) rounds
// to a little over 28 and then up. A picture that needs neither is copied.
Image resized_by_need(const ImageView& image);

// Shrinks so that the long side is at most `max_side` and keeps the shape: the short side becomes
// round(side * max_side / long side), halves up, at least 1. A smaller picture is copied.
Image limited_to_side(const ImageView& image, int max_side, Filter filter);

}  // namespace mineru::media
