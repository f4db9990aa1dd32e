// Renders pseudo-code, which keeps its white space and may hold formulas, as HTML.
#pragma once

#include <string>
#include <vector>

#include "doc/block.h"

namespace mineru::doc {

// A <div> that keeps white space, formulas as $...$; "" when nothing but white space is in it.
std::string algorithm_html(const std::vector<Line>& lines);

}  // namespace mineru::doc
