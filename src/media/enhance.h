// Blurred and tiny pictures, made easier to read.
#pragma once

#include "media/clarity.h"
#include "media/image.h"

namespace mineru::media {

// What to do to a picture. Nothing, as made.
struct EnhancePlan {
  double scale = 1;       // enlarged by this much first
  double sharpen_by = 0;  // strength of the unsharp mask
  double radius = 0;      // of its blur, pixels of the enlarged picture

  bool does_nothing() const { return scale == 1 && sharpen_by == 0; }
};

// kClear: what is done is known to help. kAsked: something is done to every picture.
enum class Need { kClear, kAsked };

// What a picture needs: letters too low to be told apart are enlarged to a usual height, soft edges
// are sharpened. A blank picture gets nothing.
EnhancePlan plan_enhancement(const Clarity& clarity, const ImageView& image, Need need);

// Errors: kResourceExhausted beyond the limits of media/size_limits.h.
Image enhanced(const ImageView& image, const EnhancePlan& plan);

// Adds `amount` times the difference to a Gaussian blur of this radius (standard deviation, at
// least 0.3). Integer arithmetic: the same pixels on every machine. Errors: kInvalidArgument for an
// empty picture.
Image sharpened(const ImageView& image, double radius, double amount);

}  // namespace mineru::media
