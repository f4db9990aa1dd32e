#include "doc/hybrid/ink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "doc/hybrid/pixel_box.h"

namespace mineru::doc::hybrid {

namespace {

constexpr int kContrast = 48;       // of 255: less is paper
constexpr double kSlack = 0.15;     // of a word's height, for accents and the like
constexpr double kSpeck = 1;        // points: what is lower is no line
constexpr double kLineBreak = 0.4;  // points between lines, at least

// A region's pixels as ink and paper.
class InkMap {
 public:
  InkMap(const PagePicture& page, const Box& region) {
    const auto box = pixels_of(page, region);
    if (!box) return;
    x0_ = std::clamp(box->x0, 0, page.pixels.width);
    y0_ = std::clamp(box->y0, 0, page.pixels.height);
    const media::ImageView view = page.pixels.crop(box->x0, box->y0, box->x1, box->y1);
    width_ = view.width;
    height_ = view.height;
    ink_.resize(static_cast<size_t>(width_) * static_cast<size_t>(height_));
    std::array<size_t, 256> counts{};
    for (int y = 0; y < height_; ++y) {
      const auto row = view.row(y);
      for (int x = 0; x < width_; ++x) {
        const auto at = static_cast<size_t>(x) * 3;
        const int light = (row[at] * 299 + row[at + 1] * 587 + row[at + 2] * 114) / 1000;
        ink_[index(x, y)] = static_cast<uint8_t>(light);
        ++counts[static_cast<size_t>(light)];
      }
    }
    // Most of a region is paper, whatever its colour.
    const auto paper = std::max_element(counts.begin(), counts.end()) - counts.begin();
    for (uint8_t& value : ink_) {
      value = std::abs(int{value} - static_cast<int>(paper)) > kContrast ? 1 : 0;
    }
  }

  int width() const { return width_; }
  int height() const { return height_; }
  int left() const { return x0_; }
  int top() const { return y0_; }
  bool at(int x, int y) const { return ink_[index(x, y)] != 0; }
  size_t total() const { return static_cast<size_t>(std::count(ink_.begin(), ink_.end(), 1)); }

  // Ink in the part of `box` that lies in the region.
  size_t count(const PagePicture& page, const Box& box) const {
    const IntBox part = part_of(page, box);
    size_t sum = 0;
    for (int y = part.y0; y < part.y1; ++y) {
      for (int x = part.x0; x < part.x1; ++x) sum += ink_[index(x, y)];
    }
    return sum;
  }
  void clear(const PagePicture& page, const Box& box) {
    const IntBox part = part_of(page, box);
    for (int y = part.y0; y < part.y1; ++y) {
      for (int x = part.x0; x < part.x1; ++x) ink_[index(x, y)] = 0;
    }
  }

 private:
  static std::optional<IntBox> pixels_of(const PagePicture& page, const Box& box) {
    const double scale = page.scale;
    const std::array<media::Point, 2> corners = {
        {{box.x0 * scale, box.y0 * scale}, {box.x1 * scale, box.y1 * scale}}};
    return box_around(corners);
  }
  IntBox part_of(const PagePicture& page, const Box& box) const {
    const auto pixels = pixels_of(page, box);
    if (!pixels) return {};
    return {std::max(0, pixels->x0 - x0_), std::max(0, pixels->y0 - y0_),
            std::min(width_, pixels->x1 - x0_), std::min(height_, pixels->y1 - y0_)};
  }
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
  }

  int x0_ = 0;
  int y0_ = 0;
  int width_ = 0;
  int height_ = 0;
  std::vector<uint8_t> ink_;
};

}  // namespace

InkCheck check_ink(const PagePicture& page, const Box& region, const std::vector<Box>& words) {
  InkMap map(page, region);
  InkCheck check;
  double blank = 0;
  for (const Box& word : words) blank += map.count(page, word) == 0 ? 1 : 0;
  if (!words.empty()) check.blank = blank / static_cast<double>(words.size());
  const auto total = static_cast<double>(map.total());
  for (const Box& word : words) {
    const double slack = kSlack * word.height();
    map.clear(page, media::inflate(word, slack, slack));
  }
  if (total > 0) check.unexplained = static_cast<double>(map.total()) / total;
  return check;
}

std::vector<Box> ink_lines(const PagePicture& page, const Box& region) {
  const InkMap map(page, region);
  std::vector<Box> lines;
  std::optional<IntBox> line;
  const auto close_line = [&] {
    if (line && line->y1 - line->y0 >= kSpeck * page.scale) {
      lines.push_back({(map.left() + line->x0) / page.scale, (map.top() + line->y0) / page.scale,
                       (map.left() + line->x1) / page.scale, (map.top() + line->y1) / page.scale});
    }
    line.reset();
  };
  for (int y = 0; y < map.height(); ++y) {
    int first = map.width();
    int last = -1;
    for (int x = 0; x < map.width(); ++x) {
      if (!map.at(x, y)) continue;
      first = std::min(first, x);
      last = x;
    }
    if (last < 0) {
      if (line && y - line->y1 >= kLineBreak * page.scale) close_line();
      continue;
    }
    if (!line) line = IntBox{first, y, last + 1, y + 1};
    line = IntBox{std::min(line->x0, first), line->y0, std::max(line->x1, last + 1), y + 1};
  }
  close_line();
  return lines;
}

}  // namespace mineru::doc::hybrid
