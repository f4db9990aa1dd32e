#include "worker/pdf_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <unordered_map>

#include "worker/font_style.h"

namespace mineru::worker {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool is_high_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDBFF; }
bool is_low_surrogate(char32_t c) { return c >= 0xDC00 && c <= 0xDFFF; }

bool has_meaning(char32_t c) {
  return c != 0 && c != kReplacement && c != 0xFFFE && c != 0xFFFF && c <= 0x10FFFF;
}

// Is it neither a blank, a control character, nor one without a meaning of its own?
bool has_ink(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return c > ' ' && !within(0x7F, 0xA0) && c != 0xAD && c != 0x1680 && !within(0x2000, 0x200F) &&
         !within(0x2028, 0x202F) && !within(0x205F, 0x206F) && c != 0x3000 && c != 0x3164 &&
         !within(0xFE00, 0xFE0F) && c != 0xFEFF && !within(0xE000, 0xF8FF);
}

// Of a glyph that is not there PDFium gives a box of a thousandth of the font size. (Fonts within
// the PDF may have empty glyphs on purpose.)
bool is_flat(const media::NativeChar& c) {
  return std::min(c.box.width(), c.box.height()) < 0.002 * static_cast<double>(c.size_pt);
}

// What all characters of one text object share.
struct TextRun {
  uint16_t font = 0;
  bool invisible = false;
};

// Reads one page. Not thread-safe.
class TextReader {
 public:
  TextReader(const PdfPage& page, media::NativePage& out)
      : api_(pdfium()),
        space_(page.space()),
        out_(out),
        text_(api_.FPDFText_LoadPage(page.get())) {}

  void read(int max_chars) {
    if (!text_) return;  // a page without readable content has no text
    const int count = std::max(0, api_.FPDFText_CountChars(text_.get()));
    const int limit = std::min(count, max_chars);
    out_.truncated = out_.truncated || count > limit;
    out_.chars.reserve(static_cast<size_t>(limit));
    for (int i = 0; i < limit; ++i) {
      char32_t code = api_.FPDFText_GetUnicode(text_.get(), i);
      const int first = i;
      if (is_high_surrogate(code) && i + 1 < count) {
        const char32_t low = api_.FPDFText_GetUnicode(text_.get(), i + 1);
        if (is_low_surrogate(low)) {
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
          ++i;
        }
      }
      out_.chars.push_back(read_char(first, code));
    }
  }

 private:
  media::NativeChar read_char(int index, char32_t code) {
    media::NativeChar result;
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    const bool meaningful = has_meaning(code) && !surrogate;
    result.code = meaningful ? code : kReplacement;
    result.unmapped = !meaningful || api_.FPDFText_HasUnicodeMapError(text_.get(), index) == 1;
    result.generated = api_.FPDFText_IsGenerated(text_.get(), index) == 1;
    const TextRun run = run_of(index);
    result.font = run.font;
    result.invisible = run.invisible;
    read_geometry(index, result);
    result.undrawn = !result.generated && !result.invisible && !result.unmapped &&
                     has_ink(result.code) && is_flat(result) && !out_.fonts[result.font].embedded;
    // PDFium gives inserted line ends no size of their own.
    if (result.generated && !out_.chars.empty()) {
      result.size_pt = out_.chars.back().size_pt;
      result.angle_deg = out_.chars.back().angle_deg;
    }
    return result;
  }

  void read_geometry(int index, media::NativeChar& result) const {
    double left = 0, right = 0, bottom = 0, top = 0;
    api_.FPDFText_GetCharBox(text_.get(), index, &left, &right, &bottom, &top);
    result.box = space_.to_displayed(left, bottom, right, top);
    FS_RECTF loose;
    const bool has_cell = api_.FPDFText_GetLooseCharBox(text_.get(), index, &loose) != 0;
    result.cell = has_cell ? space_.to_displayed(loose.left, loose.bottom, loose.right, loose.top)
                           : result.box;
    double x = left, y = bottom;
    api_.FPDFText_GetCharOrigin(text_.get(), index, &x, &y);
    result.origin = space_.to_displayed(x, y);

    FS_MATRIX m;
    if (!api_.FPDFText_GetMatrix(text_.get(), index, &m)) m = FS_MATRIX{};
    const double vertical_scale = std::hypot(m.c, m.d);
    const double size = api_.FPDFText_GetFontSize(text_.get(), index) * vertical_scale;
    result.size_pt = std::isfinite(size) ? static_cast<float>(std::clamp(size, 0.0, 1e5)) : 0.0f;
    result.angle_deg = displayed_angle(m);
  }

  // Direction of the matrix's x axis, clockwise as displayed.
  int16_t displayed_angle(const FS_MATRIX& m) const {
    const double radians = std::atan2(m.b, m.a);
    if (!std::isfinite(radians)) return 0;
    const int up = static_cast<int>(std::lround(radians * 180 / std::numbers::pi));
    return static_cast<int16_t>(((space_.quarter_turns() * 90 - up) % 360 + 360) % 360);
  }

  TextRun run_of(int index) {
    const FPDF_PAGEOBJECT object = api_.FPDFText_GetTextObject(text_.get(), index);
    // Generated characters belong to no object: they look like their predecessor.
    if (object == nullptr) {
      if (out_.fonts.empty()) out_.fonts.emplace_back();
      return last_run_;
    }
    const auto [entry, is_new] = runs_.try_emplace(object);
    if (is_new) {
      const int mode = api_.FPDFTextObj_GetTextRenderMode(object);
      entry->second = {font_index(api_.FPDFTextObj_GetFont(object)), mode == 3 || mode == 7};
    }
    last_run_ = entry->second;
    return last_run_;
  }

  uint16_t font_index(FPDF_FONT font) {
    const auto [entry, is_new] = fonts_.try_emplace(font, 0);
    if (!is_new) return entry->second;
    if (out_.fonts.size() > std::numeric_limits<uint16_t>::max()) return 0;
    entry->second = static_cast<uint16_t>(out_.fonts.size());
    out_.fonts.push_back(describe_font(font));
    return entry->second;
  }

  const PdfiumApi& api_;
  const PageSpace& space_;
  media::NativePage& out_;
  PdfiumTextPage text_;
  std::unordered_map<FPDF_PAGEOBJECT, TextRun> runs_;
  std::unordered_map<FPDF_FONT, uint16_t> fonts_;
  TextRun last_run_;
};

}  // namespace

void read_text(const PdfPage& page, int max_chars, media::NativePage& out) {
  TextReader(page, out).read(max_chars);
}

}  // namespace mineru::worker
