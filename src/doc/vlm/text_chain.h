// Repairs of the running text that the model writes, in the reference's order. Pure functions,
// thread-safe, total, linear in the length of the text.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc::vlm {

// Display formulas to inline ones, spaces after macros, blanks out of formulas.
std::string repair_text(std::string_view text);

// \[...\] in running text is an inline formula: \(...\). Citations as \[1, 2\] stay.
std::string inline_display_formulas(std::string_view text);

// "\inA" in an inline formula becomes "\in A".
std::string space_after_macros(std::string_view text);

// Blanks to fill in, "\(x = ____\)", stand outside the formula: "\(x = \) ____".
std::string move_underscores_out(std::string_view text);

}  // namespace mineru::doc::vlm
