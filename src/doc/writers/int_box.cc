#include "doc/writers/int_box.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mineru::doc {

namespace {

constexpr double kLargest = 1e9;  // keeps broken geometry inside int

int truncated(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<int>(std::clamp(value, -kLargest, kLargest));
}

int thousandths(int value, int side) { return static_cast<int>(int64_t{value} * 1000 / side); }

}  // namespace

IntBox to_int_box(const media::Box& box) {
  const auto [x0, x1] = std::minmax({truncated(box.x0), truncated(box.x1)});
  const auto [y0, y1] = std::minmax({truncated(box.y0), truncated(box.y1)});
  return {x0, y0, x1, y1};
}

int to_int_side(double points) { return std::max(1, truncated(points)); }

IntBox to_thousandths(const IntBox& box, const media::PageSize& size) {
  const int width = to_int_side(size.width);
  const int height = to_int_side(size.height);
  return {thousandths(box.x0, width), thousandths(box.y0, height), thousandths(box.x1, width),
          thousandths(box.y1, height)};
}

}  // namespace mineru::doc
