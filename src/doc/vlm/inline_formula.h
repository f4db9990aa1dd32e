// Formulas within text.
#pragma once

#include <string_view>
#include <vector>

#include "doc/block.h"

namespace mineru::doc::vlm {

// "so \(x\) is" becomes text, inline_equation, text; all with the box `bbox`. Only when every \(
// has its \), and a formula does not go over a line end; otherwise, and for "", one text span. Text
// keeps its white space, blank text between formulas goes.
std::vector<Span> split_inline_formulas(std::string_view text, const Box& bbox);

}  // namespace mineru::doc::vlm
