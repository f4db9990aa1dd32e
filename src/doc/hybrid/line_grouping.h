// From pieces of text on a page to its lines. Pure functions.
#pragma once

#include <vector>

#include "doc/block.h"

namespace mineru::doc::hybrid {

// Pieces of one line from left to right, lines from the top; vertical writing in columns from the
// right. A display formula among them becomes one within the line.
std::vector<Line> lines_of_spans(std::vector<Span> spans);

// One box for pieces of a line that touch or overlap, if the line is long; sorted by line.
std::vector<Box> merge_line_boxes(const std::vector<Box>& boxes);

// The boxes without the parts where a formula stands.
std::vector<Box> cut_at_formulas(const std::vector<Box>& boxes, const std::vector<Box>& formulas);

}  // namespace mineru::doc::hybrid
