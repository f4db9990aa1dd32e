#include <algorithm>
#include <utility>

#include "base/check.h"
#include "media/image.h"

namespace mineru::media {

Image turned(const ImageView& image, int clockwise_deg) {
  MINERU_CHECK(clockwise_deg == 90 || clockwise_deg == 180 || clockwise_deg == 270);
  const bool swaps = clockwise_deg != 180;
  const int width = swaps ? image.height : image.width;
  const int height = swaps ? image.width : image.height;
  const size_t stride = static_cast<size_t>(width) * 3;
  MemoryMap pixels = MemoryMap::anonymous(stride * static_cast<size_t>(height));
  const auto out = pixels.mutable_bytes();
  for (int y = 0; y < image.height; ++y) {
    const auto row = std::as_bytes(image.row(y));
    for (int x = 0; x < image.width; ++x) {
      int to_x = image.height - 1 - y;
      int to_y = x;
      if (clockwise_deg == 180) {
        to_x = image.width - 1 - x;
        to_y = image.height - 1 - y;
      } else if (clockwise_deg == 270) {
        to_x = y;
        to_y = image.width - 1 - x;
      }
      const auto from = row.subspan(static_cast<size_t>(x) * 3, 3);
      const size_t to = static_cast<size_t>(to_y) * stride + static_cast<size_t>(to_x) * 3;
      std::copy(from.begin(), from.end(), out.begin() + static_cast<std::ptrdiff_t>(to));
    }
  }
  return {width, height, std::move(pixels)};
}

}  // namespace mineru::media
