#include "doc/vlm/captions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

// Points, and parts of a line's height: how far a caption may be from what is below it.
constexpr double kNearPoints = 12;
constexpr double kNearHeights = 1.5;

bool is_table(const Region& region) {
  return region.role == Role::kBody && region.block.type == BlockType::kTableBody;
}

// Running text or a footnote: what may turn out to be part of a caption.
bool is_candidate(const Region& region) {
  if (region.role == Role::kFootnote) return true;
  return region.role == Role::kLeaf && region.block.type == BlockType::kText &&
         region.block.lines.size() == 1;
}

void make_caption(Region& region) {
  region.role = Role::kCaption;
  region.block.merge_prev = false;
}

bool is_near(double gap, double height) {
  return gap >= 0 && gap <= std::max(kNearPoints, kNearHeights * height);
}

bool on_one_line(const Box& a, const Box& b) {
  const double shorter = std::min(a.height(), b.height());
  if (shorter > 0 && y_overlap(a, b) / shorter >= 0.6) return true;
  return std::fabs(a.center_y() - b.center_y()) <= 0.5 * std::max(a.height(), b.height());
}

// "Table 3:" and, right of it, what it shows.
void find_same_line_parts(Regions& effective, const std::vector<size_t>& places) {
  for (size_t i = 1; i + 1 < places.size(); ++i) {
    Region& part = effective[places[i]];
    const Region& before = effective[places[i - 1]];
    const Region& after = effective[places[i + 1]];
    if (!is_candidate(part) || before.role != Role::kCaption || !has_body(after)) continue;
    const Box& a = before.block.bbox;
    const Box& b = part.block.bbox;
    const double gap = after.block.bbox.y0 - std::max(a.y1, b.y1);
    if (on_one_line(a, b) && is_near(gap, std::max(a.height(), b.height()))) make_caption(part);
  }
}

bool is_above(const Box& box, const Box& table) {
  const double tolerance = std::max(kNearPoints, 0.03 * table.width());
  return box.y1 <= table.y0 && box.x0 >= table.x0 - tolerance && box.x1 <= table.x1 + tolerance;
}

// The regions that stand on the table without a larger gap, nearest first.
std::vector<Region*> stack_over(Regions& regions, const Box& table) {
  std::vector<Region*> above;
  for (Region& region : regions) {
    if (region.role != Role::kCaption && !is_candidate(region)) continue;
    if (is_above(region.block.bbox, table)) above.push_back(&region);
  }
  std::sort(above.begin(), above.end(), [](const Region* a, const Region* b) {
    if (a->block.bbox.y0 != b->block.bbox.y0) return a->block.bbox.y0 > b->block.bbox.y0;
    return a->block.index > b->block.index;
  });
  double top = table.y0;
  double height = 0;
  size_t count = 0;
  for (; count < above.size(); ++count) {
    const Box& box = above[count]->block.bbox;
    height = std::max(height, box.height());
    if (!is_near(top - box.y1, height)) break;
    top = box.y0;
  }
  above.resize(count);
  return above;
}

// What stands between the last caption and its table belongs to the caption.
void find_stacked_parts(Regions& regions) {
  for (const Region& table : regions) {
    if (!is_table(table)) continue;
    const std::vector<Region*> stack = stack_over(regions, table.block.bbox);
    int last_caption = -1;
    for (const Region* region : stack) {
      if (region->role == Role::kCaption)
        last_caption = std::max(last_caption, region->block.index);
    }
    if (last_caption < 0) continue;
    for (Region* region : stack) {
      if (region->role != Role::kCaption && region->block.index > last_caption) {
        make_caption(*region);
      }
    }
  }
}

std::string content_of(const Region& region) {
  std::string content;
  for (const Line& line : region.block.lines) {
    for (const Span& span : line.spans) content += span.content;
  }
  return content;
}

void find_continuation(Regions& regions, const std::vector<size_t>& places) {
  size_t count = 0;
  while (count < places.size() && is_candidate(regions[places[count]]) &&
         is_table_continuation(content_of(regions[places[count]]))) {
    ++count;
  }
  if (count == 0 || count == places.size() || !is_table(regions[places[count]])) return;
  const Box& table = regions[places[count]].block.bbox;
  double top = table.y0;
  for (size_t i = count; i-- > 0;) {
    Region& region = regions[places[i]];
    const Box& box = region.block.bbox;
    if (!is_above(box, table) || !is_near(top - box.y1, box.height())) return;
    make_caption(region);
    top = box.y0;
  }
}

char32_t narrowed(char32_t code) {
  if (code == 0x3000) return U' ';
  return code >= 0xFF01 && code <= 0xFF5E ? code - 0xFEE0 : code;
}

// "Table 3 Continued", not "discontinued".
bool ends_with_continued(std::string_view text) {
  static constexpr std::string_view kWord = "continued";
  if (!text.ends_with(kWord)) return false;
  const std::u32string before = text::from_utf8(text.substr(0, text.size() - kWord.size()));
  return before.empty() || !text::is_letter(before.back());
}

}  // namespace

bool is_table_continuation(std::string_view text) {
  static constexpr std::array<std::string_view, 8> kEndings = {
      "(续)", "(续表)", "(续上表)", "(continued)", "(cont.)", "(cont’d)", "(…continued)", "续表"};
  std::u32string codes = text::from_utf8(text);
  std::transform(codes.begin(), codes.end(), codes.begin(), narrowed);
  const std::string folded = text::fold_case(text::to_utf8(codes));
  const std::string_view narrow = text::trim(folded);
  if (narrow.find("(continued)") != std::string_view::npos) return true;
  return ends_with_continued(narrow) ||
         std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return narrow.ends_with(ending); });
}

void find_caption_parts(Regions& regions) {
  std::vector<size_t> places;  // of the effective regions
  for (size_t i = 0; i < regions.size(); ++i) {
    if (is_effective(regions[i])) places.push_back(i);
  }
  find_same_line_parts(regions, places);
  find_stacked_parts(regions);
  find_continuation(regions, places);
}

}  // namespace mineru::doc::vlm
