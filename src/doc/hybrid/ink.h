// What the pixels of a region say about its text. Pure functions, linear in the region's pixels.
#pragma once

#include <vector>

#include "media/geometry.h"
#include "media/image.h"

namespace mineru::doc::hybrid {

using media::Box;

// A page's picture; boxes are in points.
struct PagePicture {
  media::ImageView pixels;
  double scale = 1;  // pixels a point
};

struct InkCheck {
  double unexplained = 0;  // share of the ink that stands where no word is
  double blank = 0;        // share of the words that show no ink
};
InkCheck check_ink(const PagePicture& page, const Box& region, const std::vector<Box>& words);

// Lines of upright text, from the top: rows with ink, as wide as their ink.
std::vector<Box> ink_lines(const PagePicture& page, const Box& region);

}  // namespace mineru::doc::hybrid
