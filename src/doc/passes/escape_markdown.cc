#include "doc/passes/escape_markdown.h"

#include <algorithm>

namespace mineru::doc {

namespace {

constexpr std::string_view kSpecial = "*_`~$";
constexpr size_t kMaxIndent = 3;   // four blanks make a code block, which has no markers
constexpr size_t kMaxHeading = 6;  // seven # are text

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

std::string escape_markdown_text(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  size_t backslashes = 0;
  for (const char c : text) {
    if (kSpecial.find(c) != std::string_view::npos && backslashes % 2 == 0) out += '\\';
    backslashes = c == '\\' ? backslashes + 1 : 0;
    out += c;
  }
  return out;
}

std::string escape_block_prefix(std::string_view text) {
  std::string out(text);
  const size_t marker = std::min(text.find_first_not_of(" \t"), text.size());
  if (marker > kMaxIndent || marker == text.size()) return out;
  size_t end = marker + 1;
  if (text[marker] == '#') {
    end = std::min(text.find_first_not_of('#', marker), text.size());
    if (end - marker > kMaxHeading) return out;
  } else if (text[marker] != '-' && text[marker] != '+') {
    return out;
  }
  if (end < text.size() && is_blank(text[end])) out.insert(marker, 1, '\\');
  return out;
}

}  // namespace mineru::doc
