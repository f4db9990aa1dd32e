#include "doc/hybrid/pixel_box.h"

#include <algorithm>
#include <cmath>

namespace mineru::doc::hybrid {

std::optional<IntBox> box_around(std::span<const media::Point> points) {
  if (points.empty()) return std::nullopt;
  media::Box box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const media::Point& point : points) {
    box = {std::min(box.x0, point.x), std::min(box.y0, point.y), std::max(box.x1, point.x),
           std::max(box.y1, point.y)};
  }
  const IntBox whole{static_cast<int>(std::floor(box.x0)), static_cast<int>(std::floor(box.y0)),
                     static_cast<int>(std::ceil(box.x1)), static_cast<int>(std::ceil(box.y1))};
  if (whole.empty()) return std::nullopt;
  return whole;
}

}  // namespace mineru::doc::hybrid
