// Figures: rasters and drawings that stand together, with the labels in and around them.
#pragma once

#include <vector>

#include "doc/flash/page_facts.h"

namespace mineru::doc::flash {

struct Figure {
  Box box;                      // upright frame
  std::vector<Segment> labels;  // the text in it, in the PDF's order; turned text is left out
};

// The page's figures, top to bottom. Labels are taken out of `facts.segments` and `facts.turned`;
// `tables` are left alone. `body_size` is the size of the running text.
std::vector<Figure> extract_figures(PageFacts& facts, const std::vector<Box>& tables,
                                    double body_size);

}  // namespace mineru::doc::flash
