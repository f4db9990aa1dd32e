#include "doc/hybrid/native_regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "doc/flash/frame.h"
#include "doc/flash/glyph.h"
#include "doc/flash/line_builder.h"
#include "doc/hybrid/char_text.h"
#include "doc/hybrid/line_grouping.h"
#include "text/utf8.h"

namespace mineru::doc::hybrid {

using flash::Frame;
using flash::Segment;
using flash::Word;
using media::NativeChar;
using media::NativePage;
using vlm::ContentBlock;
using vlm::ContentType;

namespace {

constexpr size_t kNoBlock = static_cast<size_t>(-1);
constexpr int kFewStacked = 4;  // single characters that may stand alone

bool holds_text(ContentType type) {
  return type != ContentType::kList && type != ContentType::kImageBlock &&
         type != ContentType::kEquationBlock;
}

// Which region a point of the page lies in. Regions are looked up by their height on the page.
class RegionMap {
 public:
  RegionMap(const std::vector<ContentBlock>& blocks, const media::PageSize& size)
      : height_(size.height) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      const auto& [x0, y0, x1, y1] = blocks[i].bbox;
      boxes_.push_back({x0 * size.width, y0 * size.height, x1 * size.width, y1 * size.height});
      if (!holds_text(blocks[i].type)) continue;
      const size_t last = strip_of(boxes_[i].y1);
      for (size_t s = strip_of(boxes_[i].y0); s <= last; ++s) strips_[s].push_back(i);
    }
  }

  const Box& box(size_t i) const { return boxes_[i]; }

  // The smallest one; kNoBlock: none.
  size_t at(double x, double y) const {
    size_t best = kNoBlock;
    for (const size_t i : strips_[strip_of(y)]) {
      const Box& box = boxes_[i];
      if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue;
      if (best == kNoBlock || box.area() < boxes_[best].area()) best = i;
    }
    return best;
  }

 private:
  static constexpr size_t kStrips = 64;

  size_t strip_of(double y) const {
    const double strip = height_ > 0 ? y / height_ * kStrips : 0;
    return static_cast<size_t>(std::clamp(strip, 0.0, kStrips - 1.0));
  }

  double height_ = 0;
  std::vector<Box> boxes_;
  std::array<std::vector<size_t>, kStrips> strips_;
};

bool is_odd(const NativeChar& c) {
  return c.unmapped || c.code == 0 || c.code == 0xFFFD || text::is_private_use(c.code) ||
         (text::is_control(c.code) && c.code != flash::kLineEndHyphen);
}

void count_chars(const NativePage& page, const RegionMap& map, std::vector<NativeRegion>& regions) {
  std::vector<int> runs(regions.size(), 0);
  for (const NativeChar& c : page.chars) {
    // Characters of an unmapped font may well be called blanks.
    if (c.generated || c.invisible || (text::is_space(c.code) && !c.unmapped)) continue;
    const Box& box = c.cell.empty() ? c.box : c.cell;
    const size_t owner = map.at(box.center_x(), box.center_y());
    if (owner == kNoBlock) continue;
    NativeRegion& region = regions[owner];
    ++region.chars;
    region.undrawn_chars += c.undrawn ? 1 : 0;
    runs[owner] = is_odd(c) ? runs[owner] + 1 : 0;
    region.odd_chars += runs[owner] > 0 ? 1 : 0;
    region.longest_odd_run = std::max(region.longest_odd_run, runs[owner]);
  }
}

// The words of one region in one writing direction, in pieces of lines.
struct Pieces {
  std::vector<Segment> segments;
  int chars = 0;
};

// Of all regions in the direction of `frame`.
std::vector<Pieces> pieces_in(const NativePage& page, const Frame& frame, const RegionMap& map,
                              size_t count) {
  std::vector<Pieces> pieces(count);
  for (const Segment& segment : build_segments(page, frame, flash::Layer::kVisible)) {
    size_t last = kNoBlock;
    for (const Word& word : segment.words) {
      const Box shown = frame.to_displayed(word.box);
      const size_t owner = map.at(shown.center_x(), shown.center_y());
      if (owner != kNoBlock) {
        auto& mine = pieces[owner].segments;
        if (owner != last) mine.emplace_back();
        mine.back().words.push_back(word);
      }
      last = owner;
    }
  }
  for (Pieces& of_region : pieces) {
    for (Segment& segment : of_region.segments) {
      flash::update_extent(segment);
      of_region.chars += segment.num_chars();
    }
  }
  return pieces;
}

// The characters of each region that run in the direction of `frame`.
std::vector<std::vector<PlacedChar>> upright_chars(const NativePage& page, const Frame& frame,
                                                   const RegionMap& map, size_t count) {
  std::vector<std::vector<PlacedChar>> chars(count);
  for (size_t i = 0; i < page.chars.size(); ++i) {
    const NativeChar& c = page.chars[i];
    if (c.generated || c.invisible || (c.angle_deg + frame.rotate_cw) % 360 != 0) continue;
    const size_t owner = map.at(c.cell.center_x(), c.cell.center_y());
    if (owner == kNoBlock) continue;
    chars[owner].push_back({c.code, frame.to_upright(c.cell), 0, static_cast<int>(i)});
  }
  return chars;
}

// As the reference does it, with pieces of lines in the place of its text detector.
void set_reference_lines(const std::vector<PlacedChar>& chars, const Pieces& pieces,
                         NativeRegion& region) {
  std::vector<Box> boxes;
  for (const Segment& segment : pieces.segments) boxes.push_back(segment.box);
  std::vector<Span> spans;
  for (FilledBox& filled : fill_boxes(merge_line_boxes(boxes), chars)) {
    region.needs_reading = region.needs_reading || filled.needs_reading;
    Span& span = spans.emplace_back();
    span.bbox = filled.box;
    span.content = std::move(filled.text);
  }
  region.lines = lines_of_spans(std::move(spans));
}

void set_lines(const Pieces& pieces, NativeRegion& region) {
  std::vector<Span> spans;
  for (const Segment& segment : pieces.segments) {
    Span& span = spans.emplace_back();
    span.bbox = segment.box;
    span.content = segment.text();
  }
  region.lines = lines_of_spans(std::move(spans));
  // A wide gap in a line is white space, no more.
  for (Line& line : region.lines) {
    Span whole;
    whole.bbox = line.bbox;
    for (const Span& span : line.spans) {
      if (!whole.content.empty()) whole.content += ' ';
      whole.content += span.content;
    }
    line.spans = {std::move(whole)};
  }
}

void set_words(const Frame& frame, const Pieces& pieces, NativeRegion& region) {
  int alone = 0;
  for (const Segment& segment : pieces.segments) {
    alone += segment.num_chars() == 1 ? 1 : 0;
    for (const Word& word : segment.words) {
      region.words.push_back(frame.to_displayed(word.box));
      region.faces.push_back(word.face);
      if (word.math) region.math_chars += static_cast<int>(text::from_utf8(word.text).size());
    }
  }
  region.stacked = alone >= kFewStacked && 2 * alone > static_cast<int>(pieces.segments.size());
}

// What runs in one direction, by region.
struct Direction {
  Frame frame;
  std::vector<Pieces> pieces;
  std::vector<std::vector<PlacedChar>> chars;  // kReference only
};

void to_displayed(std::vector<Line>& lines, const Frame& frame) {
  for (Line& line : lines) {
    line.bbox = frame.to_displayed(line.bbox);
    for (Span& span : line.spans) span.bbox = frame.to_displayed(span.bbox);
  }
}

char32_t bullet(char32_t code) {
  switch (code) {
    case 0xF0B7: return 0x2022;
    case 0xF0A7: return 0x25AA;
    case 0xF0D8: return 0x27A2;
    case 0xF0FC: return 0x2713;
    case 0xF06C: return 0x25CF;
    case 0xF06E: return 0x25A0;
    default: return 0;
  }
}

}  // namespace

void repair_codes(NativePage& page) {
  flash::repair_symbols(page);
  for (NativeChar& c : page.chars) {
    const char32_t mark = bullet(c.code);
    if (mark == 0) continue;
    c.code = mark;
    c.unmapped = false;
  }
}

std::vector<NativeRegion> native_regions(const NativePage& page,
                                         const std::vector<ContentBlock>& blocks, Compat compat) {
  const RegionMap map(blocks, page.size);
  std::vector<NativeRegion> regions(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) regions[i].box = map.box(i);
  count_chars(page, map, regions);
  std::vector<Direction> directions;
  for (const int rotation : {0, 90, 180, 270}) {
    Direction& direction = directions.emplace_back();
    direction.frame = {page.size, rotation};
    direction.pieces = pieces_in(page, direction.frame, map, blocks.size());
    if (compat == Compat::kReference) {
      direction.chars = upright_chars(page, direction.frame, map, blocks.size());
    }
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    const auto most = std::max_element(directions.begin(), directions.end(),
                                       [i](const Direction& a, const Direction& b) {
                                         return a.pieces[i].chars < b.pieces[i].chars;
                                       });
    const Pieces& pieces = most->pieces[i];
    if (pieces.chars == 0) continue;
    set_words(most->frame, pieces, regions[i]);
    if (compat == Compat::kReference) {
      set_reference_lines(most->chars[i], pieces, regions[i]);
    } else {
      set_lines(pieces, regions[i]);
    }
    to_displayed(regions[i].lines, most->frame);
  }
  return regions;
}

std::string text_of_lines(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines) {
    if (!text.empty()) text += '\n';
    for (size_t i = 0; i < line.spans.size(); ++i) {
      if (i > 0) text += ' ';
      text += line.spans[i].content;
    }
  }
  return text;
}

}  // namespace mineru::doc::hybrid
