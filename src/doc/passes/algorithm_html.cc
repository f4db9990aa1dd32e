#include "doc/passes/algorithm_html.h"

#include "doc/passes/fullwidth.h"
#include "text/html.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr std::string_view kOpen =
    "<div class=\"mineru-algorithm\" style=\"white-space: pre-wrap; font-family:monospace;\">\n";
constexpr std::string_view kClose = "\n</div>";

std::string line_html(const Line& line) {
  std::string out;
  bool after_formula = false;
  for (const Span& span : line.spans) {
    const bool formula = span.type == SpanType::kInlineEquation;
    if (formula) {
      // "$a$$b$" would open a display formula.
      if (after_formula) out += ' ';
      out += "$" + text::escape_html_text(span.content) + "$";
    } else if (span.type == SpanType::kText) {
      out += text::escape_html_text(narrow_alphanumerics(span.content));
    }
    after_formula = formula;
  }
  return out;
}

}  // namespace

std::string algorithm_html(const std::vector<Line>& lines) {
  std::string inner;
  for (const Line& line : lines) {
    if (!inner.empty()) inner += '\n';
    inner += line_html(line);
  }
  if (text::trim(inner).empty()) return {};
  return std::string(kOpen) + inner + std::string(kClose);
}

}  // namespace mineru::doc
