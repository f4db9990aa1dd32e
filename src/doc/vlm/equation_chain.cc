#include "doc/vlm/equation_chain.h"

#include "doc/passes/latex.h"
#include "doc/vlm/equation_big.h"
#include "doc/vlm/equation_braces.h"
#include "doc/vlm/equation_left_right.h"
#include "doc/vlm/equation_subscript.h"
#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kOpen = "\\[";
constexpr std::string_view kClose = "\\]";

}  // namespace

std::string strip_equation_delimiters(std::string_view latex) {
  latex = python_strip(latex);
  if (latex.starts_with(kOpen)) latex.remove_prefix(kOpen.size());
  if (latex.ends_with(kClose)) latex.remove_suffix(kClose.size());
  return std::string(python_strip(latex));
}

std::string spell_colon_signs(std::string_view latex) {
  return replace_all(replace_all(latex, "\\eqqcolon", "=:"), "\\coloneqq", ":=");
}

std::string space_after_less(std::string_view latex) { return replace_all(latex, "<", "< "); }

std::string add_equation_brackets(std::string_view latex) {
  latex = python_strip(latex);
  std::string out;
  if (!latex.starts_with(kOpen)) out += "\\[\n";
  out += latex;
  if (!latex.ends_with(kClose)) out += "\n\\]";
  return out;
}

std::string repair_equation(std::string_view latex, Compat compat) {
  std::string out = strip_equation_delimiters(latex);
  out = balance_left_right(out);
  out = repair_double_subscripts(out, compat);
  out = spell_colon_signs(out);
  out = unbrace_big_delimiters(out, compat);
  out = space_after_less(out);
  if (compat == Compat::kReference) return drop_unbalanced_braces(out);
  // What cannot be put right stays as it is: the formula's picture stands for it.
  return mend_latex(out).value_or(out);
}

}  // namespace mineru::doc::vlm
