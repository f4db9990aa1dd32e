// Numbers of display formulas that the layout found as regions of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doc/vlm/content_block.h"

namespace mineru::doc::hybrid {

// "（2）" -> "2": narrow letters and digits, without one pair of parentheses around.
std::string formula_number(std::string_view text);

// A number right after a formula that was read becomes its \tag{..}, else one right before it, if
// that formula has no number behind it; what is left becomes text.
void attach_formula_numbers(std::vector<vlm::ContentBlock>& blocks);

}  // namespace mineru::doc::hybrid
