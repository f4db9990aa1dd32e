#include "doc/vlm/inline_formula.h"

#include <string>
#include <utility>

#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kOpen = "\\(";
constexpr std::string_view kClose = "\\)";

size_t count(std::string_view text, std::string_view what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != std::string_view::npos;
       at = text.find(what, at + what.size())) {
    ++found;
  }
  return found;
}

// Moves `at` to the first `what` at or after `from`; over growing `from` the text is read once.
void advance(size_t& at, std::string_view text, std::string_view what, size_t from) {
  if (at < from) at = text.find(what, from);
}

Span span_of(SpanType type, std::string_view content, const Box& bbox) {
  Span span;
  span.type = type;
  span.bbox = bbox;
  span.content = content;
  return span;
}

}  // namespace

std::vector<Span> split_inline_formulas(std::string_view text, const Box& bbox) {
  std::vector<Span> spans;
  const auto add_text = [&](std::string_view piece) {
    if (!text::trim(piece).empty()) spans.push_back(span_of(SpanType::kText, piece, bbox));
  };
  const size_t pairs = count(text, kOpen);
  const bool balanced = pairs > 0 && pairs == count(text, kClose);
  size_t done = 0;  // up to here the text is in `spans`
  size_t close = 0;
  size_t line_end = 0;
  for (size_t open = balanced ? text.find(kOpen) : std::string_view::npos;
       open != std::string_view::npos;) {
    const size_t inner = open + kOpen.size();
    advance(close, text, kClose, inner + 1);  // a formula has at least one character
    advance(line_end, text, "\n", inner);
    if (close == std::string_view::npos) break;
    if (line_end < close) {
      open = text.find(kOpen, inner);
      continue;
    }
    add_text(text.substr(done, open - done));
    const std::string_view formula = text::trim(text.substr(inner, close - inner));
    spans.push_back(span_of(SpanType::kInlineEquation, formula, bbox));
    done = close + kClose.size();
    open = text.find(kOpen, done);
  }
  if (done == 0) return {span_of(SpanType::kText, text, bbox)};
  add_text(text.substr(done));
  return spans;
}

}  // namespace mineru::doc::vlm
