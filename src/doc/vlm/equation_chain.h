// Repairs of the LaTeX that the model writes for a display formula, in the reference's order. Pure
// functions, thread-safe, total, linear in the length of the formula.
#pragma once

#include <string>
#include <string_view>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// All repairs: delimiters, \left and \right, subscripts, colon signs, big delimiters, "<", braces;
// kProduct mends what else would not render (passes/latex.h).
std::string repair_equation(std::string_view latex, Compat compat = Compat::kProduct);

// Trimmed, without one leading \[ and one trailing \].
std::string strip_equation_delimiters(std::string_view latex);

// \eqqcolon and \coloneqq, which renderers do not know, as =: and :=.
std::string spell_colon_signs(std::string_view latex);

// "<" is followed by a space: browsers would take "<x" for a tag.
std::string space_after_less(std::string_view latex);

// Trimmed, between \[ and \] on lines of their own; a delimiter that is there already stays.
std::string add_equation_brackets(std::string_view latex);

}  // namespace mineru::doc::vlm
