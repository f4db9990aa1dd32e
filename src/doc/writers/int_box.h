// Boxes in whole points, as the JSON files and the picture names hold them.
#pragma once

#include "media/geometry.h"

namespace mineru::doc {

struct IntBox {
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;

  bool empty() const { return x1 <= x0 || y1 <= y0; }
  bool operator==(const IntBox&) const = default;
};

// Each edge truncated towards zero, edges swapped where reversed.
IntBox to_int_box(const media::Box& box);

// Whole points of a page side; not below 1.
int to_int_side(double points);

// The box in thousandths of the page, truncated once more: the bbox of content_list.json.
IntBox to_thousandths(const IntBox& box, const media::PageSize& size);

}  // namespace mineru::doc
