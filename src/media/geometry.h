// Boxes in displayed page space: points (1/72 inch), origin at the top left of the page as a person
// sees it (after /Rotate and /CropBox), y downwards. Values, thread-safe.
#pragma once

#include <algorithm>

namespace mineru::media {

struct Point {
  double x = 0;
  double y = 0;
};

struct PageSize {
  double width = 0;   // points, as displayed
  double height = 0;  // points, as displayed
};

struct Box {
  double x0 = 0;
  double y0 = 0;
  double x1 = 0;
  double y1 = 0;

  double width() const { return x1 - x0; }
  double height() const { return y1 - y0; }
  double area() const { return std::max(0.0, width()) * std::max(0.0, height()); }
  double center_x() const { return (x0 + x1) / 2; }
  double center_y() const { return (y0 + y1) / 2; }
  bool empty() const { return x1 <= x0 || y1 <= y0; }
  bool operator==(const Box&) const = default;
};

inline Box intersect(const Box& a, const Box& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

// Smallest box around both; an empty box does not count.
inline Box unite(const Box& a, const Box& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

inline Box inflate(const Box& b, double dx, double dy) {
  return {b.x0 - dx, b.y0 - dy, b.x1 + dx, b.y1 + dy};
}

// Length shared by two intervals; negative: the gap between them.
inline double overlap(double a0, double a1, double b0, double b1) {
  return std::min(a1, b1) - std::max(a0, b0);
}
inline double x_overlap(const Box& a, const Box& b) { return overlap(a.x0, a.x1, b.x0, b.x1); }
inline double y_overlap(const Box& a, const Box& b) { return overlap(a.y0, a.y1, b.y0, b.y1); }

// Part of `inner`'s area that lies in `outer`, 0..1; 0 when `inner` is empty.
inline double covered(const Box& inner, const Box& outer) {
  return inner.empty() ? 0 : intersect(inner, outer).area() / inner.area();
}

}  // namespace mineru::media
