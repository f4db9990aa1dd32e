// LaTeX of formulas as MathML, which browsers show without a script.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mineru::doc {

enum class MathStyle { kInline, kDisplay };

// A <math> element. Covered: fractions, binomials, roots, scripts, primes, Greek and the usual
// symbols, functions, big operators with limits, accents, braces and lines above and below,
// delimiters that grow, text, alphabets (bold, calligraphic, ...), matrices, cases, aligned and
// gathered rows, arrays. Nothing: something else is in it, or it cannot be mended. Total, linear.
std::optional<std::string> latex_to_mathml(std::string_view latex, MathStyle style);

}  // namespace mineru::doc
