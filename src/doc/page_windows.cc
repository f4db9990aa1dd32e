#include "doc/page_windows.h"

#include <algorithm>
#include <cmath>

namespace mineru::doc {

using media::Box;

namespace {

constexpr double kMaxAspect = 3;
constexpr double kWindowAspect = 1.4;  // about that of A4
constexpr double kMinLength = 200;     // points; a strip one line high needs no hundreds of windows
constexpr double kOverlap = 0.1;
constexpr double kMinOverlap = 48;  // points: a word across, or two lines
constexpr double kMaxWindows = 200;

}  // namespace

std::vector<Box> page_windows(const media::PageSize& page) {
  const bool tall = page.height >= page.width;
  const double longer = tall ? page.height : page.width;
  const double shorter = tall ? page.width : page.height;
  const Box whole = {0, 0, page.width, page.height};
  const double least = std::max(kMinLength, longer / kMaxWindows + kMinOverlap);
  const double length = std::max(std::ceil(kWindowAspect * shorter), std::ceil(least));
  if (longer <= kMaxAspect * shorter || longer <= length) return {whole};

  const double step = length - std::max(kOverlap * length, kMinOverlap);
  const int count = static_cast<int>(std::ceil((longer - length) / step)) + 1;
  std::vector<Box> windows;
  for (int i = 0; i < count; ++i) {
    const double begin = std::floor((longer - length) * i / (count - 1));
    const double end = i + 1 == count ? longer : begin + length;
    windows.push_back(tall ? Box{0, begin, page.width, end} : Box{begin, 0, end, page.height});
  }
  return windows;
}

}  // namespace mineru::doc
