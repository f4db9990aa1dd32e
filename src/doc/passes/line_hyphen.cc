#include "doc/passes/line_hyphen.h"

#include <array>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr std::array<std::string_view, 5> kHyphens = {"-", "\u00ad", "\u2010", "\u2011", "\u2043"};

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool ends_with_hyphen(std::string_view line) {
  line = text::trim(line);
  for (const std::string_view hyphen : kHyphens) {
    if (!line.ends_with(hyphen)) continue;
    line.remove_suffix(hyphen.size());
    return !line.empty() && is_ascii_letter(line.back());
  }
  return false;
}

std::string_view without_last_character(std::string_view line) {
  return text::truncate_utf8(line, line.empty() ? 0 : line.size() - 1);
}

}  // namespace mineru::doc
