#include "doc/flash/glyph.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace mineru::doc::flash {

using media::Box;
using media::NativeChar;
using media::NativeFont;
using media::NativePage;

namespace {

bool is_math_font(std::string_view name) {
  for (const std::string_view part :
       {"CMMI", "CMSY", "CMEX", "CMBSY", "MSAM", "MSBM", "Math", "MTSY", "MTMI", "MTEX", "Symbol",
        "Euclid", "rsfs", "RSFS", "eufm", "EUFM", "AdvPS3F", "AdvPS44"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return false;
}

bool is_math_code(char32_t c) {
  return (c >= 0x2190 && c <= 0x22FF) || (c >= 0x27C0 && c <= 0x27EF) ||
         (c >= 0x2980 && c <= 0x2AFF) || (c >= 0x1D400 && c <= 0x1D7FF) ||
         (c >= 0x239B && c <= 0x23B3) || c == 0xD7 || c == 0xF7 || c == 0xB1;
}

// The font size; from the ink where the size makes no sense (some Type 3 fonts).
double believable_size(const NativeChar& c, const Box& ink) {
  const double size = c.size_pt;
  // A dash (and U+4E00) has hardly any ink.
  const bool tall = c.code < 0x250 && (text::is_letter(c.code) || text::is_digit(c.code));
  const bool too_small = size < 0.4 * ink.height();
  const bool too_large = tall && size > 8 * ink.height();
  if (size > 0 && !too_small && !too_large) return size;
  return std::max(1.0, ink.height() / 0.72);
}

char32_t combining_form(char32_t code) {
  static constexpr std::pair<char32_t, char32_t> kForms[] = {
      {0x60, 0x300},  {0xB4, 0x301},  {0x2C6, 0x302}, {0x2DC, 0x303}, {0xAF, 0x304},
      {0x2C9, 0x304}, {0x2D8, 0x306}, {0x2D9, 0x307}, {0xA8, 0x308},  {0x2DA, 0x30A},
      {0x2DD, 0x30B}, {0x2C7, 0x30C}, {0xB8, 0x327},  {0x2DB, 0x328}};
  for (const auto& [spacing, combining] : kForms) {
    if (spacing == code) return combining;
  }
  return 0;
}

bool sits_on(const Glyph& accent, const Glyph& letter) {
  const double narrow = std::min(accent.box.width(), letter.box.width());
  return text::is_letter(letter.code) && x_overlap(accent.box, letter.box) > 0.5 * narrow;
}

// Keys of the pi fonts that 3B2 typesetting left in two decades of journals.
char32_t pi_symbol(char32_t key) {
  static constexpr std::pair<char32_t, char32_t> kKeys[] = {
      {'Z', '='},  {'C', '+'},  {'K', 0x2212}, {'D', 0x394}, {'!', '<'},
      {'O', '>'},  {'w', '~'},  {'P', 0x2211}, {0xF0, '('},  {0xDE, ')'},
      {0xBD, '['}, {0x8A, ']'}, {'G', 0xB1},   {'$', 0xB7},  {'N', 0x221E}};
  for (const auto& [from, to] : kKeys) {
    if (from == key) return to;
  }
  return 0;
}

}  // namespace

bool has_ink(const NativeChar& c) {
  if (c.code == kLineEndHyphen) return true;
  return !c.generated && !text::is_space(c.code) && !text::is_control(c.code) && c.code > 0x20;
}

Glyph make_glyph(const NativeChar& c, const NativePage& page, const Frame& frame) {
  Glyph glyph;
  glyph.code = c.code == kLineEndHyphen ? U'-' : c.code;
  const Box ink = frame.to_upright(c.box);
  const Box cell = frame.to_upright(c.cell);
  glyph.size = believable_size(c, ink);
  glyph.baseline = frame.to_upright(c.origin).y;
  const Box& across = cell.width() > 0.05 * glyph.size ? cell : ink;
  glyph.box = {across.x0, glyph.baseline - 0.76 * glyph.size, across.x1,
               glyph.baseline + 0.22 * glyph.size};
  if (c.font < page.fonts.size()) {
    glyph.font = &page.fonts[c.font];
    glyph.math = is_math_font(glyph.font->name);
  }
  glyph.math = glyph.math || is_math_code(glyph.code);
  return glyph;
}

void combine_accents(Run& run) {
  for (size_t i = 0; i < run.size(); ++i) {
    const char32_t mark = combining_form(run[i].code);
    if (mark == 0) continue;
    if (i + 1 < run.size() && sits_on(run[i], run[i + 1])) {
      std::swap(run[i], run[i + 1]);
      run[i].space_before = run[i].space_before || run[i + 1].space_before;
      ++i;
    } else if (i == 0 || !sits_on(run[i], run[i - 1])) {
      continue;
    }
    const Glyph& letter = run[i - 1];
    const NativeFont* font = letter.font;
    run[i] = letter;
    run[i].font = font;
    run[i].code = mark;
    run[i].space_before = false;
  }
}

void repair_symbols(NativePage& page) {
  std::vector<std::set<char32_t>> used(page.fonts.size());
  for (const NativeChar& c : page.chars) {
    if (c.font < used.size() && has_ink(c)) used[c.font].insert(c.code);
  }
  std::vector<bool> is_pi(page.fonts.size(), false);
  for (size_t f = 0; f < used.size(); ++f) {
    const bool family =
        page.fonts[f].name.rfind("AdvP", 0) == 0 || page.fonts[f].name.rfind("AdvMath", 0) == 0;
    // A text font shows more letters than these few keys.
    is_pi[f] =
        family && !used[f].empty() &&
        std::all_of(used[f].begin(), used[f].end(), [](char32_t c) { return pi_symbol(c) != 0; });
  }
  for (NativeChar& c : page.chars) {
    if (c.font < is_pi.size() && is_pi[c.font] && has_ink(c)) c.code = pi_symbol(c.code);
  }
}

}  // namespace mineru::doc::flash
