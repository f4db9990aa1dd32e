#include <algorithm>
#include <string>

#include "doc/flash/roles.h"
#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

using View = std::u32string_view;

struct Name {
  View word;  // lower case
  CaptionKind kind;
};

// Longer words before those that they begin with.
constexpr Name kNames[] = {{U"supplementary figure", CaptionKind::kFigure},
                           {U"supplementary table", CaptionKind::kTable},
                           {U"figure", CaptionKind::kFigure},
                           {U"fig", CaptionKind::kFigure},
                           {U"tableau", CaptionKind::kTable},
                           {U"tabelle", CaptionKind::kTable},
                           {U"table", CaptionKind::kTable},
                           {U"tab", CaptionKind::kTable},
                           {U"abbildung", CaptionKind::kFigure},
                           {U"scheme", CaptionKind::kFigure},
                           {U"chart", CaptionKind::kFigure},
                           {U"plate", CaptionKind::kFigure},
                           {U"图", CaptionKind::kFigure},
                           {U"圖", CaptionKind::kFigure},
                           {U"表", CaptionKind::kTable}};

bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "3", "3.1", "IV", "A.1", "S2", "2a": its length; 0 if the text begins otherwise.
size_t number_length(View text) {
  size_t end = 0;
  while (end < text.size() && (text::is_digit(text[end]) || is_ascii_letter(text[end]) ||
                               text[end] == '.' || text[end] == '-')) {
    ++end;
  }
  while (end > 0 && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
  const View number = text.substr(0, end);
  const bool has_digit = std::any_of(number.begin(), number.end(), text::is_digit);
  const bool roman = !number.empty() && number.find_first_not_of(U"IVXL") == View::npos;
  const auto letters = std::count_if(number.begin(), number.end(), is_ascii_letter);
  return (has_digit && letters <= 1) || roman ? end : 0;
}

// "Table 2 shows that ..." is prose: a caption has a mark after the number, or begins anew.
bool begins_caption(View rest) {
  const size_t start = std::min(rest.find_first_not_of(U" \u3000"), rest.size());
  if (start == rest.size()) return true;
  const char32_t first = rest[start];
  if (View(U".:|：．").find(first) != View::npos) return true;
  return !text::is_lower(first) && View(U",)，、）所中的和与及可显给列").find(first) == View::npos;
}

}  // namespace

CaptionKind caption_kind(std::string_view text) {
  const std::u32string codes = text::from_utf8(text::trim(text).substr(0, 160));
  std::u32string lower = codes;
  for (char32_t& c : lower) c = c >= 'A' && c <= 'Z' ? c + 32 : c;
  for (const Name& name : kNames) {
    if (View(lower).substr(0, name.word.size()) != name.word) continue;
    size_t at = name.word.size();
    const bool spaced = at < codes.size() && !is_ascii_letter(codes[at]);
    while (at < codes.size() && (text::is_space(codes[at]) || codes[at] == '.')) ++at;
    const size_t length = number_length(View(codes).substr(at));
    if (!spaced || length == 0) continue;
    return begins_caption(View(codes).substr(at + length)) ? name.kind : CaptionKind::kNone;
  }
  return CaptionKind::kNone;
}

}  // namespace mineru::doc::flash
