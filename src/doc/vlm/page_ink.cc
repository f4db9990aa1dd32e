#include "doc/vlm/page_ink.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace mineru::doc::vlm {

namespace {

constexpr int kContrast = 48;      // levels of grey; a scanner's noise has fewer
constexpr int64_t kMinPixels = 9;  // a full stop in the smallest print has more

using Histogram = std::array<int64_t, 256>;

Histogram levels_of(const media::ImageView& picture) {
  Histogram levels{};
  for (int y = 0; y < picture.height; ++y) {
    const auto row = picture.row(y);
    for (size_t i = 0; i + 2 < row.size(); i += 3) {
      const int sum = 2 * row[i] + 5 * row[i + 1] + row[i + 2];
      ++levels[static_cast<size_t>(sum / 8)];
    }
  }
  return levels;
}

}  // namespace

bool has_ink(const media::ImageView& picture) {
  const Histogram levels = levels_of(picture);
  const auto paper = std::max_element(levels.begin(), levels.end()) - levels.begin();
  int64_t marks = 0;
  for (size_t level = 0; level < levels.size(); ++level) {
    if (std::abs(static_cast<int>(level) - static_cast<int>(paper)) >= kContrast) {
      marks += levels[level];
    }
  }
  return marks >= kMinPixels;
}

}  // namespace mineru::doc::vlm
