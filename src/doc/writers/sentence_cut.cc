#include "doc/writers/sentence_cut.h"

#include <algorithm>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr std::u32string_view kStops = U".!?\u3002\uff01\uff1f\uff1b\u2026";
constexpr std::u32string_view kClosing = U"\"')]\u201d\u2019\uff09\u300d\u300f\u300b";

bool is_one_of(char32_t code, std::u32string_view set) {
  return set.find(code) != std::u32string_view::npos;
}

size_t skip_spaces(std::u32string_view text, size_t at) {
  while (at < text.size() && text::is_space(text[at])) ++at;
  return at;
}

// Does a sentence end before `at`?
bool ends_sentence(std::u32string_view text, size_t at) {
  size_t last = at;
  while (last > 0 && is_one_of(text[last - 1], kClosing)) --last;
  if (last == 0 || !is_one_of(text[last - 1], kStops)) return false;
  if (at >= text.size()) return true;
  if (is_one_of(text[at], kStops) || is_one_of(text[at], kClosing)) return false;
  if (text[last - 1] > 0x7F) return true;
  const size_t next = skip_spaces(text, at);
  // "e.g. this" goes on, and so does "3.14".
  return next > at && next < text.size() && !text::is_lower(text[next]);
}

// The end of the part that starts at `from`; 0: sentences leave none.
size_t sentence_end(std::u32string_view text, size_t from, size_t wanted) {
  for (size_t at = from + wanted; at > from; --at) {
    if (ends_sentence(text, at)) return at;
  }
  const size_t limit = std::min(from + 2 * wanted, text.size());
  for (size_t at = from + wanted + 1; at <= limit; ++at) {
    if (ends_sentence(text, at)) return at;
  }
  return 0;
}

size_t part_end(std::u32string_view text, size_t from, size_t wanted) {
  if (const size_t end = sentence_end(text, from, wanted); end > 0) return end;
  for (const bool line_end : {true, false}) {
    for (size_t at = from + wanted; at > from; --at) {
      if (line_end ? text[at] == '\n' : text::is_space(text[at])) return at;
    }
  }
  return from + wanted;
}

}  // namespace

std::vector<std::pair<size_t, size_t>> cut_at_sentences(std::u32string_view text, size_t wanted) {
  std::vector<std::pair<size_t, size_t>> parts;
  size_t from = skip_spaces(text, 0);
  while (from < text.size()) {
    size_t end = text.size() - from <= wanted ? text.size() : part_end(text, from, wanted);
    const size_t next = skip_spaces(text, end);
    while (end > from && text::is_space(text[end - 1])) --end;
    if (end > from) parts.emplace_back(from, end);
    from = next;
  }
  return parts;
}

}  // namespace mineru::doc
