#include "doc/vlm/mask_label.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "media/geometry.h"

namespace mineru::doc::vlm {

namespace {

using media::Point;

// Strokes on a grid 6 wide and 10 high, y downwards: points as two hexadecimal digits, lines apart
// by spaces.
struct Glyph {
  char letter;
  std::string_view strokes;
};

constexpr std::array<Glyph, 20> kGlyphs = {{
    {'[', "40101A4A"},
    {']', "20505A2A"},
    {'A', "0A306A 1757"},
    {'C', "62514020110307192A4A5968"},
    {'D', "000A3A596763513000"},
    {'G', "62514020110307192A4A59686636"},
    {'H', "000A 606A 0565"},
    {'K', "000A 6006 246A"},
    {'T', "0060 303A"},
    {'W', "001A335A60"},
    {'X', "006A 600A"},
    {'Y', "0035 6035 353A"},
    {'Z', "00600A6A"},
    {'2', "021120405163550A6A"},
    {'3', "01204062634525 4567684A2A09"},
    {'4', "4A400767"},
    {'5', "6010052444556668594A2A09"},
    {'6', "614020110408192A4A59686655442406"},
    {'7', "00602A"},
    {'8', "25030220406263452507082A4A686745"},
}};

constexpr double kGlyphWidth = 6;
constexpr double kGlyphHeight = 10;
constexpr double kAdvance = 8.5;
constexpr double kStrokeRadius = 0.6;
constexpr double kFill = 0.7;       // of the box
constexpr double kMinHeightPx = 3;  // the smallest letters that are drawn

struct Segment {
  Point from;
  Point to;
};

double hex_digit(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

// Empty for a letter that the font does not have.
std::vector<Segment> segments_of(char letter) {
  std::vector<Segment> segments;
  for (const Glyph& glyph : kGlyphs) {
    if (glyph.letter != letter) continue;
    bool connected = false;
    Point last;
    for (size_t i = 0; i + 1 < glyph.strokes.size();) {
      if (glyph.strokes[i] == ' ') {
        connected = false;
        ++i;
        continue;
      }
      const Point point = {hex_digit(glyph.strokes[i]), hex_digit(glyph.strokes[i + 1])};
      if (connected) segments.push_back({last, point});
      connected = true;
      last = point;
      i += 2;
    }
  }
  return segments;
}

double distance(const Point& p, const Segment& s) {
  const double dx = s.to.x - s.from.x;
  const double dy = s.to.y - s.from.y;
  const double along = ((p.x - s.from.x) * dx + (p.y - s.from.y) * dy) / (dx * dx + dy * dy);
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - s.from.x - t * dx, p.y - s.from.y - t * dy);
}

double distance(const Point& p, const std::vector<Segment>& segments) {
  double nearest = kGlyphWidth + kGlyphHeight;
  for (const Segment& segment : segments) nearest = std::min(nearest, distance(p, segment));
  return nearest;
}

void blend(std::span<uint8_t> pixel, const std::array<uint8_t, 3>& color, double opacity) {
  for (size_t c = 0; c < 3; ++c) {
    pixel[c] = static_cast<uint8_t>(std::lround(pixel[c] + (color[c] - pixel[c]) * opacity));
  }
}

struct Pen {
  double left = 0;  // of the grid, in pixels
  double top = 0;
  double scale = 1;  // pixels per unit of the grid
};

void draw_glyph(const Canvas& canvas, const Pen& pen, char letter,
                const std::array<uint8_t, 3>& color) {
  const std::vector<Segment> segments = segments_of(letter);
  if (segments.empty()) return;
  const double margin = kStrokeRadius * pen.scale + 1;
  const auto first = [&](double start) {
    return std::max(0, static_cast<int>(std::floor(start - margin)));
  };
  const auto last = [&](double start, double length, int limit) {
    return std::min(limit, static_cast<int>(std::ceil(start + length * pen.scale + margin)));
  };
  const int x_end = last(pen.left, kGlyphWidth, canvas.size.width);
  const int y_end = last(pen.top, kGlyphHeight, canvas.size.height);
  for (int y = first(pen.top); y < y_end; ++y) {
    for (int x = first(pen.left); x < x_end; ++x) {
      const Point point = {(x + 0.5 - pen.left) / pen.scale, (y + 0.5 - pen.top) / pen.scale};
      const double inside_px = (kStrokeRadius - distance(point, segments)) * pen.scale;
      const double opacity = std::clamp(inside_px + 0.5, 0.0, 1.0);
      if (opacity == 0) continue;
      const size_t index =
          static_cast<size_t>(y) * static_cast<size_t>(canvas.size.width) + static_cast<size_t>(x);
      blend(canvas.pixels.subspan(index * 3, 3), color, opacity);
    }
  }
}

}  // namespace

void draw_label(const Canvas& canvas, const PixelBox& box, std::string_view label,
                const std::array<uint8_t, 3>& color) {
  if (label.empty()) return;
  const double gaps = static_cast<double>(label.size() - 1);
  const double width = gaps * kAdvance + kGlyphWidth;
  const double stroke = 2 * kStrokeRadius;
  const double box_width = box.x1 - box.x0;
  const double box_height = box.y1 - box.y0;
  Pen pen;
  pen.scale =
      std::min(box_width * kFill / (width + stroke), box_height * kFill / (kGlyphHeight + stroke));
  if (pen.scale * kGlyphHeight < kMinHeightPx) return;
  pen.left = box.x0 + (box_width - width * pen.scale) / 2;
  pen.top = box.y0 + (box_height - kGlyphHeight * pen.scale) / 2;
  for (const char letter : label) {
    draw_glyph(canvas, pen, letter, color);
    pen.left += kAdvance * pen.scale;
  }
}

}  // namespace mineru::doc::vlm
