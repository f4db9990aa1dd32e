#include "media/image.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/error.h"

namespace mineru::media {

ImageView ImageView::crop(int x0, int y0, int x1, int y1) const {
  x0 = std::clamp(x0, 0, width);
  y0 = std::clamp(y0, 0, height);
  x1 = std::clamp(x1, x0, width);
  y1 = std::clamp(y1, y0, height);
  const uint8_t* corner =
      pixels == nullptr ? nullptr
                        : pixels + static_cast<size_t>(y0) * stride + static_cast<size_t>(x0) * 3;
  return {corner, x1 - x0, y1 - y0, stride};
}

Image::Image(int width, int height) : width_(width), height_(height) {
  MINERU_CHECK(width >= 0 && height >= 0);
  pixels_ = MemoryMap::anonymous(num_bytes());
  if (num_bytes() > 0) std::memset(pixels_.mutable_bytes().data(), 0xff, num_bytes());
}

Image::Image(int width, int height, MemoryMap pixels)
    : width_(width), height_(height), pixels_(std::move(pixels)) {
  MINERU_CHECK(width >= 0 && height >= 0 && pixels_.size() >= num_bytes());
}

ImageView Image::view() const {
  return {reinterpret_cast<const uint8_t*>(pixels_.bytes().data()), width_, height_,
          static_cast<size_t>(width_) * 3};
}

}  // namespace mineru::media
