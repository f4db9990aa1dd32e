#include "doc/hybrid/paragraph_join.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace mineru::doc::hybrid {

namespace {

// Text may run past these.
bool is_passed_over(BlockType type) {
  return type == BlockType::kImage || type == BlockType::kTable || type == BlockType::kChart ||
         type == BlockType::kCode;
}

struct Place {
  size_t page = 0;
  size_t block = 0;
};

const Block& block_at(const std::vector<PageText>& pages, const Place& place) {
  return (*pages[place.page].blocks)[place.block];
}

// The text block before `place`, with nothing between but what text runs past.
std::optional<Place> text_before(const std::vector<PageText>& pages, Place place) {
  while (true) {
    while (place.block == 0) {
      const bool cut = place.page < pages.size() && pages[place.page].starts_anew;
      if (place.page == 0 || cut) return std::nullopt;
      --place.page;
      place.block = pages[place.page].blocks->size();
    }
    --place.block;
    const BlockType type = block_at(pages, place).type;
    if (type == BlockType::kText) return place;
    if (!is_passed_over(type)) return std::nullopt;
  }
}

// A text block's lines as they stand on its own page.
struct Shape {
  std::vector<Box> lines;
  Box extent;
  Box first() const { return lines.front(); }
  Box last() const { return lines.back(); }
};

bool came_from_elsewhere(const Line& line) {
  return !line.spans.empty() && line.spans.front().cross_page;
}

Shape shape_of(const std::vector<PageText>& pages, const Place& place) {
  const LineHints* hints = pages[place.page].hints;
  Shape shape;
  if (hints != nullptr) {
    const auto own = hints->find(block_at(pages, place).index);
    if (own != hints->end()) shape.lines = own->second;
  }
  if (shape.lines.empty()) {
    for (const Line& line : block_at(pages, place).lines) {
      if (!came_from_elsewhere(line)) shape.lines.push_back(line.bbox);
    }
  }
  for (const Box& line : shape.lines) shape.extent = media::unite(shape.extent, line);
  return shape;
}

// Vertical writing is horizontal writing turned: its lines begin at the top, and follow each other
// to the left.
Box laid_down(const Box& box) { return {box.y0, -box.x1, box.y1, -box.x0}; }

Shape laid_down(Shape shape) {
  for (Box& line : shape.lines) line = laid_down(line);
  shape.extent = laid_down(shape.extent);
  return shape;
}

bool is_vertical(const Shape& shape) {
  return std::all_of(shape.lines.begin(), shape.lines.end(),
                     [](const Box& line) { return line.height() > 2 * line.width(); });
}

bool ends_paragraph(char32_t last) {
  static constexpr std::u32string_view kEnds = U".!?。！？)）\"”:：;；";
  return kEnds.find(last) != std::u32string_view::npos;
}

bool words_go_on(const Block& earlier, const Block& later) {
  if (earlier.lines.empty() || later.lines.empty()) return false;
  if (earlier.lines.back().spans.empty() || later.lines.front().spans.empty()) return false;
  const auto last = text::from_utf8(text::trim(earlier.lines.back().spans.back().content));
  const auto first = text::from_utf8(text::trim(later.lines.front().spans.front().content));
  if (last.empty() || first.empty() || ends_paragraph(last.back())) return false;
  return !text::is_digit(first.front()) && !text::is_upper(first.front());
}

bool lines_go_on(const Shape& earlier, const Shape& later) {
  const double last_height = earlier.last().height();
  const double first_height = later.first().height();
  if (last_height <= 0 || first_height <= 0) return false;
  const bool indented = std::fabs(later.first().x0 - later.extent.x0) >= first_height / 2;
  const bool full = std::fabs(earlier.last().x1 - earlier.extent.x1) < last_height;
  const double a = earlier.extent.width();
  const double b = later.extent.width();
  return !indented && full && std::fabs(a - b) < std::min(a, b) &&
         later.extent.y0 < earlier.extent.y1 &&
         (earlier.lines.size() > 1 || later.lines.size() > 1);
}

bool goes_on(const std::vector<PageText>& pages, const Place& from, const Place& at,
             VerticalText vertical) {
  if (!words_go_on(block_at(pages, from), block_at(pages, at))) return false;
  Shape earlier = shape_of(pages, from);
  Shape later = shape_of(pages, at);
  if (earlier.lines.empty() || later.lines.empty()) return false;
  if (vertical == VerticalText::kLeave) return lines_go_on(earlier, later);
  const bool turned = is_vertical(earlier);
  if (turned != is_vertical(later)) return false;
  if (!turned) return lines_go_on(earlier, later);
  return lines_go_on(laid_down(std::move(earlier)), laid_down(std::move(later)));
}

void move_lines(Block& from, Block& to, bool other_page) {
  for (Line& line : from.lines) {
    for (Span& span : line.spans) span.cross_page = span.cross_page || other_page;
    to.lines.push_back(std::move(line));
  }
  from.lines.clear();
  from.lines_deleted = true;
}

}  // namespace

void join_paragraphs(std::vector<PageText>& pages, const PageRun& run, VerticalText vertical) {
  for (size_t page = std::min(run.end, pages.size()); page-- > run.begin;) {
    for (size_t i = pages[page].blocks->size(); i-- > 0;) {
      Block& block = (*pages[page].blocks)[i];
      if (block.type != BlockType::kText || block.lines.empty()) continue;
      const std::optional<Place> before = text_before(pages, {page, i});
      if (!before || !goes_on(pages, *before, {page, i}, vertical)) continue;
      move_lines(block, (*pages[before->page].blocks)[before->block], before->page != page);
    }
  }
}

Settled settled_pages(const std::vector<PageText>& pages) {
  std::optional<Place> open = text_before(pages, {pages.size(), 0});
  if (!open) return {pages.size(), pages.size()};
  // A text that runs through a whole page keeps open what it comes from.
  while (true) {
    const std::optional<Place> before = text_before(pages, *open);
    if (!before || before->page == open->page) break;
    open = before;
  }
  // Texts of one page are joined from its end, and so all of them wait for what comes.
  Settled settled{open->page, open->page};
  const std::vector<Block>& blocks = *pages[open->page].blocks;
  const auto first = std::find_if_not(
      blocks.begin(), blocks.end(), [](const Block& block) { return is_passed_over(block.type); });
  if (first->type != BlockType::kText) return settled;
  if (const std::optional<Place> before = text_before(pages, {open->page, 0})) {
    settled.final = before->page;
  }
  return settled;
}

}  // namespace mineru::doc::hybrid
