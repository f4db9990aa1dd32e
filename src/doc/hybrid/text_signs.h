// Signs that the characters of a PDF are not what one sees. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mineru::doc::hybrid {

// Text in codes of the keyboard's upper row: a font without a Unicode table.
struct PunctuationSign {
  bool triggered = false;
  double part = 0;          // share of ASCII punctuation
  double part_in_runs = 0;  // share of it in runs of four and more
};
PunctuationSign punctuation_sign(std::u32string_view text);

// Han characters nobody writes, from U+7280 to U+72DF: a table that is off by a whole block.
struct RareHanSign {
  int count = 0;
  double part = 0;  // of all Han characters
  bool triggered = false;
};
RareHanSign rare_han_sign(std::u32string_view text);

// Chinese, and letters of many scripts that never meet in one text.
bool mixes_scripts(std::u32string_view text);

// "/ABCDEF+Times-Roman" -> "Times-Roman".
std::string plain_font_name(std::string_view name);

// Up to ten pages of `count`, evenly spread, zero-based.
std::vector<int> sampled_pages(int count);

}  // namespace mineru::doc::hybrid
