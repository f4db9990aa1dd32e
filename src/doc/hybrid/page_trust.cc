#include "doc/hybrid/page_trust.h"

#include <algorithm>

#include "doc/flash/text_trust.h"
#include "doc/hybrid/text_signs.h"
#include "text/utf8.h"

namespace mineru::doc::hybrid {

using media::NativeChar;
using media::NativeGraphic;
using media::NativePage;

namespace {

constexpr double kLongPage = 10;  // sides: strips are pictures put together
constexpr double kFewChars = 50;  // a page
constexpr double kManyUnmapped = 0.04;
constexpr double kEnoughChars = 300;  // to speak of shares
constexpr double kManyGarbage = 0.03;
constexpr double kAllPicture = 0.8;  // of the page; and of the pages
constexpr int kSomeChars = 100;      // that one sees, on a page
constexpr double kManyOdd = 0.2;
constexpr size_t kMostText = 100'000;  // of a page

std::u32string text_of(const NativePage& page) {
  std::u32string text;
  for (const NativeChar& c : page.chars) {
    if (!c.generated && !text::is_space(c.code)) text.push_back(c.code);
  }
  return text;
}

bool is_garbage(char32_t c) {
  return c == 0 || c == 0xFFFD || text::is_private_use(c) || text::is_control(c);
}

struct Counts {
  int chars = 0;
  int odd = 0;
};

// Of what one sees.
Counts count_chars(const NativePage& page) {
  Counts counts;
  for (const NativeChar& c : page.chars) {
    if (c.generated || c.invisible || text::is_space(c.code)) continue;
    ++counts.chars;
    counts.odd += c.unmapped || is_garbage(c.code) ? 1 : 0;
  }
  return counts;
}

bool is_covered_by_pictures(const NativePage& page) {
  double covered = 0;
  for (const NativeGraphic& graphic : page.graphics) {
    if (graphic.kind == NativeGraphic::Kind::kImage) covered += graphic.box.area();
  }
  const double whole = page.size.width * page.size.height;
  return whole > 0 && std::min(covered, whole) >= kAllPicture * whole;
}

}  // namespace

PageTrust judge_page(const NativePage& page) {
  const flash::TextTrust trust = flash::judge_native_text(page);
  const Counts counts = count_chars(page);
  // Some odd characters condemn the regions they stand in, not the page.
  const bool mostly_good = counts.chars >= kSomeChars && counts.odd < kManyOdd * counts.chars;
  if (!trust.visible_usable && !mostly_good) {
    return {false, counts.odd > 0 ? trust.reason : std::string()};
  }
  const std::u32string text = text_of(page);
  if (punctuation_sign(text).triggered || rare_han_sign(text).triggered || mixes_scripts(text)) {
    return {false, "the PDF's text cannot be trusted: its characters are none of any language"};
  }
  return {true, {}};
}

void DocumentTrust::add(const NativePage& page) {
  ++pages_;
  picture_pages_ += is_covered_by_pictures(page) ? 1 : 0;
  const auto [narrow, wide] = std::minmax(page.size.width, page.size.height);
  odd_page_ = odd_page_ || narrow <= 0 || wide / narrow > kLongPage;
  for (const NativeChar& c : page.chars) {
    if (c.generated || text::is_space(c.code)) continue;
    ++chars_;
    unmapped_ += c.unmapped ? 1 : 0;
    garbage_ += is_garbage(c.code) ? 1 : 0;
  }
  const std::u32string text = text_of(page);
  odd_page_ = odd_page_ || punctuation_sign(text).triggered;
  text_ += text.substr(0, kMostText);
}

void DocumentTrust::add(const DocumentTrust& pages) {
  pages_ += pages.pages_;
  picture_pages_ += pages.picture_pages_;
  odd_page_ = odd_page_ || pages.odd_page_;
  chars_ += pages.chars_;
  unmapped_ += pages.unmapped_;
  garbage_ += pages.garbage_;
  text_ += pages.text_;
}

bool DocumentTrust::wants_ocr() const {
  if (pages_ == 0 || odd_page_) return true;
  if (chars_ / pages_ < kFewChars) return true;
  if (unmapped_ >= kManyUnmapped * chars_) return true;
  if (chars_ >= kEnoughChars && garbage_ >= kManyGarbage * chars_) return true;
  if (mixes_scripts(text_) || rare_han_sign(text_).triggered) return true;
  return picture_pages_ >= kAllPicture * pages_;
}

}  // namespace mineru::doc::hybrid
