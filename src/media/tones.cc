#include "media/tones.h"

#include <algorithm>

namespace mineru::media {

void PictureTones::add(const ImageView& image) {
  constexpr int kBlack = 64;
  constexpr int kColour = 48;
  for (int y = 0; y < image.height; ++y) {
    const uint8_t* pixel = image.row(y).data();
    for (int x = 0; x < image.width; ++x, pixel += 3) {
      const int low = std::min({pixel[0], pixel[1], pixel[2]});
      const int high = std::max({pixel[0], pixel[1], pixel[2]});
      darkest = std::min(darkest, low);
      lightest = std::max(lightest, high);
      black += high <= kBlack ? 1 : 0;
      coloured += high - low > kColour ? 1 : 0;
    }
  }
  pixels += int64_t{image.width} * image.height;
}

}  // namespace mineru::media
