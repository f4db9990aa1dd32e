// How points, sizes and boxes are archived.
#pragma once

#include "base/archive.h"
#include "media/geometry.h"

namespace mineru::media {

template <class Archive, archive::Is<Point> T>
void fields(Archive& ar, T& point) {
  ar(point.x, point.y);
}

template <class Archive, archive::Is<PageSize> T>
void fields(Archive& ar, T& size) {
  ar(size.width, size.height);
}

template <class Archive, archive::Is<Box> T>
void fields(Archive& ar, T& box) {
  ar(box.x0, box.y0, box.x1, box.y1);
}

}  // namespace mineru::media
