#include "doc/passes/heading_number.h"

#include <algorithm>
#include <string>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

using Codes = std::u32string;

size_t skip_spaces(const Codes& codes, size_t i) {
  while (i < codes.size() && text::is_space(codes[i])) ++i;
  return i;
}

// "1", "2.3", "2.3.1." at the front, followed by a space or an ideograph: number of levels.
int arabic_depth(const Codes& codes) {
  int depth = 0;
  size_t i = 0;
  while (i < codes.size() && text::is_digit(codes[i])) {
    const size_t start = i;
    while (i < codes.size() && text::is_digit(codes[i])) ++i;
    if (i - start > 2) return 0;
    ++depth;
    if (i < codes.size() && (codes[i] == '.' || codes[i] == 0xFF0E)) ++i;
  }
  if (depth == 0 || i >= codes.size()) return 0;
  if (text::is_space(codes[i])) {
    const size_t next = skip_spaces(codes, i);
    return next < codes.size() && (text::is_letter(codes[next]) || codes[next] == 0x300A) ? depth
                                                                                          : 0;
  }
  if (codes[i] == 0x3001) return depth;  // "1、"
  return text::is_han(codes[i]) && depth > 1 ? depth : 0;
}

bool is_roman(std::u32string_view digits) {
  return !digits.empty() && digits.size() <= 5 &&
         digits.find_first_not_of(U"IVX") == std::u32string_view::npos;
}

// "IV. Results", "A. Setup", and as in an appendix "A.3 Proofs".
int letter_depth(const Codes& codes) {
  if (codes.size() > 2 && text::is_upper(codes[0]) && codes[1] == '.') {
    const int below = arabic_depth(codes.substr(2));
    if (below > 0) return below + 1;
  }
  const size_t dot = codes.find('.');
  if (dot == Codes::npos || dot > 5 || dot + 2 >= codes.size() || !text::is_space(codes[dot + 1]))
    return 0;
  const std::u32string_view head(codes.data(), dot);
  if (is_roman(head)) return 1;
  return dot == 1 && text::is_upper(codes[0]) ? 2 : 0;
}

constexpr std::u32string_view kChineseNumbers = U"一二三四五六七八九十百零0123456789";

// "第三章", "第2节".
int chapter_depth(const Codes& codes) {
  if (codes.size() < 3 || codes[0] != U'第') return 0;
  const size_t unit = codes.find_first_not_of(kChineseNumbers, 1);
  if (unit == 1 || unit == Codes::npos) return 0;
  if (std::u32string_view(U"章篇部编").find(codes[unit]) != std::u32string_view::npos) return 1;
  return codes[unit] == U'节' || codes[unit] == U'条' ? 2 : 0;
}

// "一、", "（十二）".
int chinese_depth(const Codes& codes) {
  const bool enclosed = !codes.empty() && (codes[0] == U'（' || codes[0] == U'(');
  const size_t start = enclosed ? 1 : 0;
  const size_t end = codes.find_first_not_of(kChineseNumbers.substr(0, 12), start);
  if (end == Codes::npos || end == start || end > start + 3) return 0;
  if (enclosed) return codes[end] == U'）' || codes[end] == U')' ? 2 : 0;
  return codes[end] == U'、' ? 1 : 0;
}

}  // namespace

int numbering_depth(std::string_view heading) {
  const Codes codes = text::from_utf8(text::trim(heading));
  if (const int depth = arabic_depth(codes); depth > 0) return std::min(depth, 4);
  if (const int depth = letter_depth(codes); depth > 0) return std::min(depth, 4);
  if (const int depth = chapter_depth(codes); depth > 0) return depth;
  return chinese_depth(codes);
}

}  // namespace mineru::doc
