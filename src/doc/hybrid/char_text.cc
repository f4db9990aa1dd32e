#include "doc/hybrid/char_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace mineru::doc::hybrid {

namespace {

constexpr char32_t kLineEndHyphen = 0x02;  // PDFium's
constexpr double kWordGap = 0.25;          // in widths of a character; wider: another word
constexpr double kFullHeight = 0.9;        // of the highest one: a character of the line itself
constexpr double kRaised = 0.15;           // of the line's height; further off: a script
constexpr double kOffCenter = 0.33;        // of the box's height; further off: another line
constexpr double kTall = 2.3;              // boxes this much higher than others, and than wide
constexpr double kHalf = 0.5;
constexpr double kFewText = 0.5;      // of the box's width that square characters would take
constexpr double kFewPrivate = 0.05;  // share of private-use characters

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string_view ligature(char32_t code) {
  switch (code) {
    case 0xFB00: return "ff";
    case 0xFB01: return "fi";
    case 0xFB02: return "fl";
    case 0xFB03: return "ffi";
    case 0xFB04: return "ffl";
    case 0xFB05: return "ft";
    case 0xFB06: return "st";
    default: return {};
  }
}

void append_char(std::string& out, char32_t code) {
  if (const std::string_view letters = ligature(code); !letters.empty()) {
    out += letters;
  } else {
    text::append_utf8(out, code == kLineEndHyphen ? U'-' : code);
  }
}

enum class Script { kNormal, kSuper, kSub };

// Where the line itself is.
struct Middle {
  double center = 0;
  double height = 0;
};

Middle middle_of(const std::vector<PlacedChar>& chars) {
  double highest = 0;
  for (const PlacedChar& c : chars) highest = std::max(highest, c.box.height());
  std::vector<double> centers;
  std::vector<double> heights;
  for (const PlacedChar& c : chars) {
    if (c.box.height() < kFullHeight * highest) continue;
    centers.push_back(c.box.center_y());
    heights.push_back(c.box.height());
  }
  return {median(std::move(centers)), median(std::move(heights))};
}

Script script_of(const PlacedChar& c, const Middle& middle) {
  const double below = c.box.center_y() - middle.center;
  if (std::fabs(below) <= kRaised * middle.height) return Script::kNormal;
  return below < 0 ? Script::kSuper : Script::kSub;
}

std::string_view opening(Script script) {
  if (script == Script::kNormal) return {};
  return script == Script::kSuper ? "<sup>" : "<sub>";
}
std::string_view closing(Script script) {
  if (script == Script::kNormal) return {};
  return script == Script::kSuper ? "</sup>" : "</sub>";
}

bool is_closing_mark(char32_t c) {
  static constexpr std::u32string_view kMarks =
      U".,;:!?)]}%'\"\u201D\u2019\u3002\uFF0C\u3001"
      U"\uFF1B\uFF1A\uFF01\uFF1F\uFF09\u3011\u300B\u2026";
  return kMarks.find(c) != std::u32string_view::npos;
}
bool is_opening_mark(char32_t c) {
  static constexpr std::u32string_view kMarks = U"([{'\"\u201C\u2018\uFF08\u3010\u300A";
  return kMarks.find(c) != std::u32string_view::npos;
}

bool stands_in(const PlacedChar& c, const Box& box) {
  const double x = c.box.center_x();
  const double y = c.box.center_y();
  if (std::fabs(y - box.center_y()) >= kOffCenter * box.height()) return false;
  if (box.x0 < x && x < box.x1 && box.y0 < y && y < box.y1) return true;
  // A box often ends right before the mark at the end of its line.
  if (is_closing_mark(c.code) && c.box.x0 > box.x0 && std::fabs(c.box.x0 - box.x1) < box.height())
    return true;
  return is_opening_mark(c.code) && c.box.x1 < box.x1 &&
         std::fabs(c.box.x1 - box.x0) < box.height();
}

bool is_quarter_turn(double degrees) {
  const double off = std::fabs(std::remainder(degrees, 90.0));
  return off <= 0.1;
}

bool means_little(const std::vector<PlacedChar>& chars) {
  size_t count = 0;
  size_t run = 0;
  size_t longest = 0;
  for (const PlacedChar& c : chars) {
    run = text::is_private_use(c.code) ? run + 1 : 0;
    count += run > 0 ? 1 : 0;
    longest = std::max(longest, run);
  }
  const double part = static_cast<double>(count) / static_cast<double>(chars.size());
  return count >= 2 && (longest >= 2 || part >= kFewPrivate);
}

FilledBox fill(const Box& box, std::vector<PlacedChar> chars, bool vertical) {
  FilledBox filled{box, {}, true};
  if (chars.empty()) return filled;
  std::sort(chars.begin(), chars.end(),
            [](const PlacedChar& a, const PlacedChar& b) { return a.place < b.place; });
  const bool garbled = means_little(chars);
  filled.text = text_of_chars(std::move(chars));
  const double length = vertical ? box.height() : box.width();
  const double across = vertical ? box.width() : box.height();
  const auto count = static_cast<double>(text::from_utf8(filled.text).size());
  filled.needs_reading = garbled || count * across < kFewText * length;
  return filled;
}

}  // namespace

std::string text_of_chars(std::vector<PlacedChar> chars) {
  std::erase_if(chars, [](const PlacedChar& c) { return c.code == '\r' || c.code == '\n'; });
  std::stable_sort(chars.begin(), chars.end(),
                   [](const PlacedChar& a, const PlacedChar& b) { return a.place < b.place; });
  std::vector<double> widths;
  widths.reserve(chars.size());
  for (const PlacedChar& c : chars) widths.push_back(c.box.width());
  const double wide = kWordGap * median(std::move(widths));
  const Middle middle = middle_of(chars);
  std::string out;
  Script open = Script::kNormal;
  for (size_t i = 0; i < chars.size(); ++i) {
    const PlacedChar& c = chars[i];
    const Script script = script_of(c, middle);
    const bool gap = i > 0 && c.box.x0 - chars[i - 1].box.x1 > wide && !text::is_space(c.code) &&
                     !text::is_space(chars[i - 1].code);
    if (script != open) out += closing(open);
    if (gap) out += ' ';
    if (script != open) out += opening(script);
    append_char(out, c.code);
    open = script;
  }
  out += closing(open);
  return std::string(text::trim(out));
}

std::vector<FilledBox> fill_boxes(const std::vector<Box>& boxes,
                                  const std::vector<PlacedChar>& chars) {
  std::vector<double> heights;
  heights.reserve(boxes.size());
  for (const Box& box : boxes) heights.push_back(box.height());
  const double tall = kTall * median(std::move(heights));
  const auto is_vertical = [&](const Box& box) {
    return box.height() > tall && box.height() > kTall * box.width();
  };
  std::vector<size_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return boxes[a].y0 < boxes[b].y0; });
  std::vector<std::vector<PlacedChar>> taken(boxes.size());
  for (const PlacedChar& c : chars) {
    if (!is_quarter_turn(c.rotation_deg)) continue;
    // The first box that ends below it: with boxes from the top, none of those before can have it.
    for (const size_t i : order) {
      const Box& box = boxes[i];
      if (box.y0 > c.box.y1) break;
      if (box.y1 < c.box.y0) continue;
      const bool inside = is_vertical(box) ? media::covered(c.box, box) > kHalf : stands_in(c, box);
      if (!inside) continue;
      taken[i].push_back(c);
      break;
    }
  }
  std::vector<FilledBox> filled;
  for (size_t i = 0; i < boxes.size(); ++i) {
    filled.push_back(fill(boxes[i], std::move(taken[i]), is_vertical(boxes[i])));
  }
  return filled;
}

}  // namespace mineru::doc::hybrid
