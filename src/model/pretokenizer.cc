#include "model/pretokenizer.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace mineru::model {

namespace {

struct ClassRange {
  char32_t first;
  char32_t last;
  CharClass what;
};

// Not from utf8proc: which characters are letters depends on the version of Unicode.
constexpr ClassRange kClassRanges[] = {
#include "model/pretokenizer_classes.inc"
};

constexpr CharClass find_class(char32_t code) {
  const auto* range = std::lower_bound(
      std::begin(kClassRanges), std::end(kClassRanges), code,
      [](const ClassRange& candidate, char32_t wanted) { return candidate.last < wanted; });
  if (range == std::end(kClassRanges) || code < range->first) return CharClass::kOther;
  return range->what;
}

constexpr auto kAsciiClasses = [] {
  std::array<CharClass, 0x80> classes{};
  for (char32_t code = 0; code < 0x80; ++code) classes[code] = find_class(code);
  return classes;
}();

struct Char {
  char32_t code = 0;
  size_t end = 0;  // where the next one starts
  CharClass what = CharClass::kOther;

  bool is_newline() const { return code == '\r' || code == '\n'; }
  bool is_symbol() const { return what == CharClass::kOther; }
};

char32_t continuation(std::string_view text, size_t pos) {
  return static_cast<unsigned char>(text[pos]) & 0x3FU;
}

Char char_at(std::string_view text, size_t pos) {
  const char32_t lead = static_cast<unsigned char>(text[pos]);
  Char out;
  if (lead < 0x80) {
    out = {.code = lead, .end = pos + 1};
  } else if (lead < 0xE0) {
    out = {.code = (lead & 0x1FU) << 6U | continuation(text, pos + 1), .end = pos + 2};
  } else if (lead < 0xF0) {
    out = {.code = (lead & 0x0FU) << 12U | continuation(text, pos + 1) << 6U |
                   continuation(text, pos + 2),
           .end = pos + 3};
  } else {
    out = {.code = (lead & 0x07U) << 18U | continuation(text, pos + 1) << 12U |
                   continuation(text, pos + 2) << 6U | continuation(text, pos + 3),
           .end = pos + 4};
  }
  out.what = char_class(out.code);
  return out;
}

template <class Predicate>
size_t skip_while(std::string_view text, size_t pos, Predicate wanted) {
  while (pos < text.size()) {
    const Char c = char_at(text, pos);
    if (!wanted(c)) break;
    pos = c.end;
  }
  return pos;
}

size_t skip_letters(std::string_view text, size_t pos) {
  return skip_while(text, pos, [](const Char& c) { return c.what == CharClass::kLetter; });
}

// (?i:'s|'t|'re|'ve|'m|'ll|'d) at the apostrophe; `pos` where there is none.
size_t end_of_contraction(std::string_view text, size_t pos) {
  const auto lower_at = [&](size_t at) {
    return at < text.size() ? static_cast<char>(text[at] | 0x20) : '\0';
  };
  const char first = lower_at(pos + 1);
  const char second = lower_at(pos + 2);
  switch (first) {
    case 's':
    case 't':
    case 'm':
    case 'd': return pos + 2;
    case 'r':
    case 'v': return second == 'e' ? pos + 3 : pos;
    case 'l': return second == 'l' ? pos + 3 : pos;
    default: break;
  }
  // U+017F, the long s, is an "s" when case is ignored.
  return text.substr(pos + 1).starts_with("\xC5\xBF") ? pos + 3 : pos;
}

// A run of white space, where neither a word nor a symbol takes its first character:
// \s*[\r\n]+ ends after the last newline; \s+(?!\S) leaves the last character to what follows.
size_t end_of_space(std::string_view text, size_t pos) {
  size_t end = pos;
  size_t last_start = pos;
  size_t after_newline = pos;
  while (end < text.size()) {
    const Char c = char_at(text, end);
    if (c.what != CharClass::kSpace) break;
    last_start = end;
    end = c.end;
    if (c.is_newline()) after_newline = end;
  }
  if (after_newline != pos) return after_newline;
  if (end == text.size() || last_start == pos) return end;
  return last_start;
}

size_t end_of_word(std::string_view text, size_t pos) {
  const Char c = char_at(text, pos);
  if (c.code == '\'') {
    const size_t end = end_of_contraction(text, pos);
    if (end != pos) return end;
  }
  if (c.what == CharClass::kLetter) return skip_letters(text, c.end);
  if (c.what == CharClass::kNumber) return c.end;
  if (!c.is_newline()) {
    const size_t end = skip_letters(text, c.end);
    if (end != c.end) return end;
  }
  //  ?[^\s\p{L}\p{N}]+[\r\n]*
  const size_t start = c.code == ' ' ? c.end : pos;
  const size_t end = skip_while(text, start, [](const Char& s) { return s.is_symbol(); });
  if (end != start) {
    return skip_while(text, end, [](const Char& s) { return s.is_newline(); });
  }
  return end_of_space(text, pos);
}

}  // namespace

CharClass char_class(char32_t code) {
  return code < kAsciiClasses.size() ? kAsciiClasses[code] : find_class(code);
}

std::string_view next_word(std::string_view text, size_t pos) {
  return text.substr(pos, end_of_word(text, pos) - pos);
}

}  // namespace mineru::model
