// LaTeX of formulas as KaTeX and LaTeX accept it. Pure functions, thread-safe, total, linear in the
// length of the formula.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mineru::doc {

// The formula with what makes it fail put right, and nothing else changed: braces, \left and
// environments are closed where their surroundings end, what closes nothing goes (\right gets an
// empty \left), missing arguments become {}, "x_1_2" becomes "x_1{}_2", and $, # and % are escaped.
// "&" outside any environment gets one. Nothing: it cannot be put right by such means. Whether a
// macro exists is not known here.
std::optional<std::string> mend_latex(std::string_view latex);

// mend_latex() has nothing to change.
bool is_valid_latex(std::string_view latex);

}  // namespace mineru::doc
