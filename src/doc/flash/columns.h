// Columns: puts the elements of a page into reading order by cutting along tall empty gutters.
#pragma once

#include <vector>

#include "media/geometry.h"

namespace mineru::doc::flash {

// Something that stands on the page: a segment of a line, a figure, a table.
struct Element {
  media::Box box;
  bool is_text = true;  // only text opens a gutter; figures and tables only bound it
};

// Elements that are read together, top to bottom.
struct Region {
  std::vector<int> elements;  // indexes into the input
  media::Box column;          // the column's extent: x from the cuts around it, y from the elements
};

// Regions in reading order. A gutter is an empty strip at least `min_gutter` points wide with text
// on both sides over several lines; what stands above it is read first, then its left side, its
// right side, then what is below. Deterministic; O(n^2 log n) for n elements on a page at worst.
std::vector<Region> reading_order(const std::vector<Element>& elements, double min_gutter);

}  // namespace mineru::doc::flash
