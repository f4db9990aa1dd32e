// Characters of a PDF page as the media worker reports them, for tests of what builds lines.
#pragma once

#include <string_view>

#include "media/native_page.h"
#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {

// Every character is half an em wide (CJK: one em), a space a quarter.
struct NativeText {
  NativeText() {
    page.size = {400, 600};
    page.fonts.push_back({.name = "Times"});
  }

  media::NativePage page;
  double size = 10;
  double tracking = 0;  // between all characters
  uint16_t font = 0;
  bool invisible = false;
  bool spaces = true;  // blanks are characters; false: gaps only

  // The characters of a line, upright, from x on.
  NativeText& line(double x, double baseline, std::string_view text) {
    for (const char32_t c : text::from_utf8(text)) {
      const double width = c == ' ' ? size / 4 : text::is_cjk(c) ? size : size / 2;
      if (c != ' ' || spaces) add(c, x, baseline, width);
      x += width + tracking;
    }
    return *this;
  }

  NativeText& add(char32_t code, double x, double baseline, double width) {
    media::NativeChar c;
    c.code = code;
    c.box = {x, baseline - 0.7 * size, x + width, baseline};
    c.cell = {x, baseline - 0.8 * size, x + width, baseline + 0.2 * size};
    c.origin = {x, baseline};
    c.size_pt = static_cast<float>(size);
    c.font = font;
    c.invisible = invisible;
    page.chars.push_back(c);
    return *this;
  }
};

}  // namespace mineru::doc::flash
