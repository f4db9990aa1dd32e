#include "doc/vlm/text_chain.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "doc/vlm/python_text.h"
#include "doc/vlm/text_spans.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr Brackets kDisplay = {"\\[", "\\]"};
constexpr Brackets kInline = {"\\(", "\\)"};
constexpr Brackets kFilledInline = {"\\(", "\\)", 1};
constexpr char32_t kEnDash = 0x2013;

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "1, 3-5": numbers, dashes and commas, not empty.
bool is_citation(std::string_view text) {
  for (size_t pos = 0; pos < text.size();) {
    const CodePoint next = code_point_at(text, pos);
    const bool fits = next.code == '-' || next.code == ',' || next.code == kEnDash ||
                      is_python_space(next.code) || text::is_digit(next.code);
    if (!fits) return false;
    pos += next.num_bytes;
  }
  return !text.empty();
}

// Length of the macro at the start of `text` when a lone letter sticks to it. Not \int, \inf, \top.
size_t stuck_macro_length(std::string_view text) {
  constexpr std::array<std::string_view, 5> kMacros = {"\\cong", "\\to", "\\times", "\\subset",
                                                       "\\in"};
  for (const std::string_view macro : kMacros) {
    if (!text.starts_with(macro)) continue;
    const std::string_view rest = text.substr(macro.size());
    if (rest.empty() || !is_ascii_letter(rest[0])) continue;
    if (rest.size() > 1 && is_ascii_letter(rest[1])) continue;
    const std::string_view name = text.substr(0, macro.size() + 1);
    if (name != "\\int" && name != "\\inf" && name != "\\top") return macro.size();
  }
  return 0;
}

void append_spaced(std::string_view formula, std::string& out) {
  out += kInline.open;
  for (size_t pos = 0; pos < formula.size();) {
    const size_t length = formula[pos] == '\\' ? stuck_macro_length(formula.substr(pos)) : 0;
    out += formula.substr(pos, length == 0 ? 1 : length);
    if (length > 0) out += ' ';
    pos += length == 0 ? 1 : length;
  }
  out += kInline.close;
}

void append_inline(std::string_view formula, std::string& out) {
  out += kInline.open;
  out += formula;
  out += kInline.close;
}

// A formula without blanks stays; otherwise what stands between the blanks becomes formulas.
void append_without_blanks(std::string_view formula, std::string& out) {
  constexpr std::string_view kBlank = "___";
  size_t blank = formula.find(kBlank);
  if (blank == std::string_view::npos) {
    append_inline(formula, out);
    return;
  }
  std::string_view separator;
  size_t pos = 0;
  const auto append_part = [&](std::string_view part) {
    if (python_strip(part).empty()) return;
    out += std::exchange(separator, " ");
    append_inline(part, out);
  };
  for (; blank != std::string_view::npos; blank = formula.find(kBlank, pos)) {
    append_part(formula.substr(pos, blank - pos));
    pos = std::min(formula.find_first_not_of('_', blank), formula.size());
    out += std::exchange(separator, " ");
    out += formula.substr(blank, pos - blank);
  }
  append_part(formula.substr(pos));
}

}  // namespace

std::string inline_display_formulas(std::string_view text) {
  return replace_bracketed(text, kDisplay, [](std::string_view inner, std::string& out) {
    const Brackets& brackets = is_citation(inner) ? kDisplay : kInline;
    out += brackets.open;
    out += inner;
    out += brackets.close;
  });
}

std::string space_after_macros(std::string_view text) {
  return replace_bracketed(text, kInline, append_spaced);
}

std::string move_underscores_out(std::string_view text) {
  return replace_bracketed(text, kFilledInline, append_without_blanks);
}

std::string repair_text(std::string_view text) {
  return move_underscores_out(space_after_macros(inline_display_formulas(text)));
}

}  // namespace mineru::doc::vlm
