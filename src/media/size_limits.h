// What resizing and padding refuse before they allocate anything.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace mineru::media {

inline constexpr int kMaxResizedSide = 1 << 20;
inline constexpr int64_t kMaxResizedPixels = int64_t{1} << 28;  // 805 MB of RGB

// `what` is the subject of the message. Errors: kInvalidArgument for an empty picture,
// kResourceExhausted beyond the limits.
inline void check_size(std::string_view what, int width, int height) {
  if (width < 1 || height < 1) {
    throw_error(Code::kInvalidArgument,
                "cannot resize: {} has {} x {} pixels, expected at least 1 x 1", what, width,
                height);
  }
  if (width > kMaxResizedSide || height > kMaxResizedSide ||
      int64_t{width} * height > kMaxResizedPixels) {
    throw_error(Code::kResourceExhausted,
                "cannot resize: {} has {} x {} pixels, expected at most {}, and no side over {}",
                what, width, height, kMaxResizedPixels, kMaxResizedSide);
  }
}

}  // namespace mineru::media
