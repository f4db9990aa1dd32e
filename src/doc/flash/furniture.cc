#include "doc/flash/furniture.h"

#include <algorithm>
#include <cmath>

#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

constexpr double kMargin = 0.14;  // of the page's height
constexpr double kOuterMargin = 0.075;

// "12", "- 12 -", "xii", "Page 3 of 9", "第 3 页", "3/12".
bool is_page_number(std::string_view text) {
  std::u32string rest;
  int digits = 0;
  for (const char32_t c : text::from_utf8(text)) {
    if (text::is_digit(c)) {
      ++digits;
    } else if (!text::is_space(c)) {
      rest.push_back(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
  }
  if (digits > 8) return false;
  if (digits == 0) {
    return !rest.empty() && rest.size() <= 6 &&
           rest.find_first_not_of(U"ivxl") == std::u32string::npos;
  }
  for (const std::u32string_view form :
       {U"",      U"-",  U"--", U"––",   U"——",       U"/",         U"page",      U"pageof",
        U"page/", U"p.", U"of", U"第页", U"第页共页", U"第页/共页", U"第页,共页", U"第页，共页",
        U"·",     U"··", U"|",  U"||",   U"[]",       U"()",        U"—",         U"–"}) {
    if (rest == form) return digits <= 8;
  }
  return false;
}

class Finder {
 public:
  Finder(const PageFacts& facts, const Profile& profile)
      : facts_(facts), profile_(profile), height_(facts.frame.size().height) {}

  // True if segment `i` is furniture; `type` says which.
  bool judge(size_t i, BlockType& type) const;

 private:
  const Segment& at(size_t i) const { return facts_.segments[i]; }
  bool in_band(const Segment& s, bool top) const;
  double gap_inwards(size_t i, bool top) const;
  bool rule_inwards(const Segment& s, bool top) const;
  bool outermost(size_t i, bool top) const;
  bool beside_page_number(size_t i) const;
  bool stands_apart(size_t i, bool top, double distance) const;

  const PageFacts& facts_;
  const Profile& profile_;
  double height_;
};

bool Finder::in_band(const Segment& s, bool top) const {
  const double distance = top ? s.box.y0 : height_ - s.box.y1;
  const std::string key = furniture_key(s.plain_text());
  for (const FurnitureBand& band : profile_.bands) {
    if (band.top != top || std::abs(band.size - s.size) > 0.15 * s.size) continue;
    const bool here = distance >= band.y0 - 2 && distance + s.box.height() <= band.y1 + 2;
    const bool any_text = band.key.empty() && profile_.pages_seen >= 3;
    if (here && (band.key == key || any_text)) return true;
    if (!band.key.empty() && band.key == key && std::abs(distance - band.y0) < 0.05 * height_)
      return true;
  }
  return false;
}

// Empty space between this line and the next one towards the middle of the page.
double Finder::gap_inwards(size_t i, bool top) const {
  double gap = 1e9;
  for (const Segment& other : facts_.segments) {
    const double d = top ? other.box.y0 - at(i).box.y1 : at(i).box.y0 - other.box.y1;
    const bool same_line = std::abs(other.baseline - at(i).baseline) < 0.5 * at(i).size;
    if (!same_line && d > -0.5 * at(i).size) gap = std::min(gap, std::max(0.0, d));
  }
  return gap;
}

bool Finder::rule_inwards(const Segment& s, bool top) const {
  return std::any_of(facts_.rules.begin(), facts_.rules.end(), [&](const media::NativeRule& rule) {
    const double d = top ? rule.box.y0 - s.box.y1 : s.box.y0 - rule.box.y1;
    return rule.horizontal && d > -0.4 * s.size && d < 1.2 * s.size &&
           rule.box.width() > 0.5 * facts_.frame.size().width;
  });
}

bool Finder::outermost(size_t i, bool top) const {
  return std::none_of(facts_.segments.begin(), facts_.segments.end(), [&](const Segment& other) {
    return top ? other.box.y1 < at(i).box.y0 : other.box.y0 > at(i).box.y1;
  });
}

// "254    A. Author et al. / Journal 310": the number makes the line a header.
bool Finder::beside_page_number(size_t i) const {
  const Segment& s = at(i);
  const double width = facts_.frame.size().width;
  return std::any_of(facts_.segments.begin(), facts_.segments.end(), [&](const Segment& other) {
    const double gap = std::max(other.box.x0 - s.box.x1, s.box.x0 - other.box.x1);
    const bool same_line =
        std::abs(other.baseline - s.baseline) < 0.3 * s.size && gap > 2.5 * s.size;
    const bool at_edge = other.box.x1 < 0.2 * width || other.box.x0 > 0.8 * width;
    return same_line && at_edge && is_page_number(other.plain_text());
  });
}

// A lone page gives no repetition to go by: small type, far out, apart from the text.
bool Finder::stands_apart(size_t i, bool top, double distance) const {
  const Segment& s = at(i);
  if (s.num_chars() >= 120) return false;
  const bool below_rule = rule_inwards(s, top);
  if (below_rule && s.size < 1.12 * profile_.body_size) return true;
  const bool small = s.size < 0.97 * profile_.body_size;
  const bool apart = below_rule || gap_inwards(i, top) > 1.6 * profile_.body_size;
  return distance < kOuterMargin * height_ && small && apart;
}

bool Finder::judge(size_t i, BlockType& type) const {
  const Segment& s = at(i);
  for (const bool top : {true, false}) {
    const double distance = top ? s.box.y0 : height_ - s.box.y1;
    if (distance > kMargin * height_) continue;
    const bool number = is_page_number(s.plain_text());
    type = top ? BlockType::kHeader : BlockType::kFooter;
    if (number) type = BlockType::kPageNumber;
    if (in_band(s, top)) return true;
    if (!outermost(i, top)) continue;
    const bool says_page = furniture_key(s.plain_text()).size() > 2;  // "Page 3 of 9"
    if (number && (says_page || gap_inwards(i, top) > 0.5 * s.size)) return true;
    if (beside_page_number(i) || stands_apart(i, top, distance)) return true;
  }
  return false;
}

}  // namespace

std::vector<Furniture> extract_furniture(PageFacts& facts, const Profile& profile) {
  std::vector<Furniture> found;
  // A second round sees what was the second line from the edge.
  for (int round = 0; round < 2; ++round) {
    std::vector<size_t> now;
    const Finder finder(facts, profile);
    for (size_t i = 0; i < facts.segments.size(); ++i) {
      BlockType type = BlockType::kHeader;
      if (finder.judge(i, type)) {
        found.push_back({type, facts.segments[i]});
        now.push_back(i);
      }
    }
    if (now.size() == facts.segments.size()) {  // nothing would be left: it is the page's text
      found.resize(found.size() - now.size());
      return found;
    }
    size_t index = 0;
    std::erase_if(facts.segments, [&](const Segment&) {
      return std::binary_search(now.begin(), now.end(), index++);
    });
    if (now.empty()) break;
  }
  return found;
}

}  // namespace mineru::doc::flash
