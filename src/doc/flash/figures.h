// Figures: rasters and drawings that stand together, with the labels in and around them.
#pragma once

#include <vector>

#include "doc/flash/page_facts.h"

namespace mineru::doc::flash {

// Boxes of the figures in the upright frame, top to bottom. Labels are taken out of `facts.segments`
// and `facts.turned`; `tables` are left alone. `body_size` is the size of the running text.
std::vector<Box> extract_figures(PageFacts& facts, const std::vector<Box>& tables, double body_size);

}  // namespace mineru::doc::flash
