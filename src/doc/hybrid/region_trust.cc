#include "doc/hybrid/region_trust.h"

namespace mineru::doc::hybrid {

using vlm::ContentType;

namespace {

constexpr double kFewOdd = 0.03;       // share of characters without a meaning
constexpr double kManyBlank = 0.3;     // share of the words that show no ink
constexpr double kUnexplained = 0.35;  // share of the ink that is no word's
constexpr double kManyLies = 0.2;      // share of the words in faces that lie
constexpr int kSomeMath = 2;           // characters: one sign is not yet a formula

bool is_garbled(const NativeRegion& region, const TrustRules& rules) {
  if (region.odd_chars == 0) return false;
  if (rules.read_any_odd) return true;
  // One odd character may be a bullet, or a logo.
  return region.odd_chars >= 2 &&
         (region.longest_odd_run >= 2 || region.odd_chars >= kFewOdd * region.chars);
}

bool lies(const NativeRegion& region, const std::set<unsigned>& lying) {
  size_t count = 0;
  for (const unsigned face : region.faces) count += lying.contains(face) ? 1 : 0;
  return count > 0 &&
         static_cast<double>(count) >= kManyLies * static_cast<double>(region.faces.size());
}

}  // namespace

bool is_native_type(ContentType type, Compat compat) {
  switch (type) {
    case ContentType::kText:
    case ContentType::kTitle:
    case ContentType::kHeader:
    case ContentType::kFooter:
    case ContentType::kPageNumber:
    case ContentType::kPageFootnote:
    case ContentType::kRefText:
    case ContentType::kTableCaption:
    case ContentType::kImageCaption:
    case ContentType::kTableFootnote:
    case ContentType::kImageFootnote:
    case ContentType::kCodeCaption:
    case ContentType::kPhonetic: return true;
    // The reference has the model read these, for no reason one could see.
    case ContentType::kDocTitle:
    case ContentType::kParagraphTitle:
    case ContentType::kCaption:
    case ContentType::kFootnote:
    case ContentType::kAsideText:
    case ContentType::kListItem: return compat == Compat::kProduct;
    default: return false;
  }
}

Verdict judge_region(const NativeRegion& region, const PagePicture& picture,
                     const TrustRules& rules) {
  if (region.words.empty() || region.lines.empty()) {
    return region.odd_chars > 0 ? Verdict::kUntrusted : Verdict::kNoText;
  }
  if (rules.take_all) return Verdict::kNative;
  if (is_garbled(region, rules)) return Verdict::kUntrusted;
  // The page's picture cannot tell better.
  const bool undrawn = 2 * region.undrawn_chars > region.chars;
  if (undrawn && rules.compat == Compat::kProduct) return Verdict::kNative;
  if (lies(region, rules.lying_faces)) return Verdict::kUntrusted;
  if (region.stacked || region.needs_reading) return Verdict::kNoText;
  if (rules.read_formulas && region.math_chars >= kSomeMath) return Verdict::kFormula;
  if (rules.compat == Compat::kReference) return Verdict::kNative;
  const InkCheck ink = check_ink(picture, region.box, region.words);
  if (ink.blank > kManyBlank) return Verdict::kUntrusted;
  return ink.unexplained > kUnexplained ? Verdict::kNoText : Verdict::kNative;
}

}  // namespace mineru::doc::hybrid
