#include "doc/flash/text_trust.h"

#include <algorithm>

#include <fmt/format.h>

#include "text/utf8.h"

namespace mineru::doc::flash {

using media::NativeChar;
using media::NativeGraphic;
using media::NativePage;

namespace {

constexpr double kMaxUnmapped = 0.04;  // share of characters without a Unicode value
constexpr double kMaxGarbage = 0.03;   // share of control, private-use and replacement characters
constexpr int kFewChars = 25;          // fewer on a page that is a picture: the picture is the page
constexpr double kPictureCover = 0.5;  // share of the page that pictures cover

struct Counts {
  int chars = 0;
  int unmapped = 0;
  int garbage = 0;

  void add(const NativeChar& c) {
    ++chars;
    unmapped += c.unmapped;
    garbage +=
        c.code == 0 || c.code == 0xFFFD || text::is_private_use(c.code) || text::is_control(c.code);
  }
  bool readable() const {
    if (chars == 0 || 2 * std::max(unmapped, garbage) > chars) return false;
    return unmapped <= std::max(2.0, kMaxUnmapped * chars) &&
           garbage <= std::max(2.0, kMaxGarbage * chars);
  }
};

double picture_cover(const NativePage& page) {
  const double whole = page.size.width * page.size.height;
  double covered = 0;
  for (const NativeGraphic& g : page.graphics) {
    if (g.kind == NativeGraphic::Kind::kImage) covered += g.box.area();
  }
  return whole > 0 ? std::min(1.0, covered / whole) : 0;
}

}  // namespace

TextTrust judge_native_text(const NativePage& page) {
  Counts visible;
  Counts hidden;
  for (const NativeChar& c : page.chars) {
    if (c.generated || text::is_space(c.code)) continue;
    (c.invisible ? hidden : visible).add(c);
  }
  TextTrust trust;
  const bool is_scan = picture_cover(page) >= kPictureCover;
  const bool enough = visible.chars >= kFewChars || !is_scan;
  trust.visible_usable = visible.readable() && enough;
  trust.hidden_usable = !trust.visible_usable && hidden.readable() && hidden.chars >= kFewChars;
  const bool has_content = visible.chars > 0 || is_scan;
  trust.wants_ocr = has_content && !trust.visible_usable && !trust.hidden_usable;
  if (visible.chars > 0 && !visible.readable()) {
    trust.reason =
        fmt::format("the PDF's text cannot be trusted: {} of {} characters have no Unicode value",
                    std::max(visible.unmapped, visible.garbage), visible.chars);
  } else if (trust.wants_ocr) {
    trust.reason = "the page is a picture";
  }
  return trust;
}

}  // namespace mineru::doc::flash
