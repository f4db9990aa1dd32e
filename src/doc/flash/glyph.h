// One character with ink, in the upright frame: what lines are built of.
#pragma once

#include <optional>
#include <vector>

#include "doc/flash/frame.h"
#include "media/native_page.h"

namespace mineru::doc::flash {

struct Glyph {
  char32_t code = 0;
  media::Box box;  // advance width x font height
  double baseline = 0;
  double size = 0;  // points
  const media::NativeFont* font = nullptr;
  bool space_before = false;
  bool space_by_gap = false;  // that space is PDFium's, not a character of the PDF
  bool math = false;          // a mathematical font or symbol
};

using Run = std::vector<Glyph>;  // glyphs of one line, in the PDF's order

// PDFium's name for a hyphen at the end of a line.
inline constexpr char32_t kLineEndHyphen = 0x02;

bool has_ink(const media::NativeChar& c);

Glyph make_glyph(const media::NativeChar& c, const media::NativePage& page, const Frame& frame);

// TeX sets an accent as a glyph over its letter, before or after it: "´e" becomes "é".
void combine_accents(Run& run);

// Some publishers' symbol fonts name their glyphs after the keys they were typed with ("Z" draws an
// equals sign). Puts right what a page's use of such a font gives away.
void repair_symbols(media::NativePage& page);

}  // namespace mineru::doc::flash
