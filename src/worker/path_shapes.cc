#include "worker/path_shapes.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace mineru::worker {

namespace {

constexpr double kMaxRuleThickness = 2.5;
constexpr double kAlignment = 0.3;     // points that an "axis-aligned" edge may be off
constexpr double kHairline = 0.1;      // a stroke of width 0 is drawn as thin as the device can
constexpr double kRuleElongation = 2;  // a rule is at least this much longer than thick

media::Box bounds_of(const std::vector<media::Point>& points) {
  media::Box box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const media::Point& p : points) {
    box.x0 = std::min(box.x0, p.x);
    box.y0 = std::min(box.y0, p.y);
    box.x1 = std::max(box.x1, p.x);
    box.y1 = std::max(box.y1, p.y);
  }
  return box;
}

bool axis_aligned(const media::Point& a, const media::Point& b) {
  return std::min(std::abs(a.x - b.x), std::abs(a.y - b.y)) <= kAlignment;
}

// A box whose corners are all that the path visits, in turn.
bool is_box(const SubPath& path) {
  if (path.curved || path.points.size() < 4 || path.points.size() > 6) return false;
  const media::Box box = bounds_of(path.points);
  for (size_t i = 0; i < path.points.size(); ++i) {
    const media::Point& p = path.points[i];
    if (!axis_aligned(p, path.points[(i + 1) % path.points.size()])) return false;
    const bool on_side = std::min(p.x - box.x0, box.x1 - p.x) <= kAlignment;
    const bool on_edge = std::min(p.y - box.y0, box.y1 - p.y) <= kAlignment;
    if (!on_side || !on_edge) return false;
  }
  return true;
}

std::optional<media::NativeRule> as_rule(const media::Box& box) {
  const double thickness = std::min(box.width(), box.height());
  const double length = std::max(box.width(), box.height());
  if (thickness > kMaxRuleThickness || length < kRuleElongation * std::max(thickness, kHairline)) {
    return std::nullopt;
  }
  media::NativeRule rule{box, box.width() >= box.height()};
  if (thickness < kHairline) {
    const double grow = (kHairline - thickness) / 2;
    rule.box = rule.horizontal ? inflate(box, 0, grow) : inflate(box, grow, 0);
  }
  return rule;
}

void add_drawing(const media::Box& box, PathShapes& out) {
  const media::Box b = out.drawing;
  out.drawing = out.has_drawing ? media::Box{std::min(b.x0, box.x0), std::min(b.y0, box.y0),
                                             std::max(b.x1, box.x1), std::max(b.y1, box.y1)}
                                : box;
  out.has_drawing = true;
}

void add_fill(const SubPath& path, const PathPaint& paint, PathShapes& out) {
  const media::Box box = bounds_of(path.points);
  const bool line = path.points.size() == 2 && axis_aligned(path.points[0], path.points[1]);
  if (line || is_box(path)) {
    if (const auto rule = as_rule(box)) {
      out.rules.push_back(*rule);
      return;
    }
    if (paint.white_fill) return;
    if (std::min(box.width(), box.height()) > kMaxRuleThickness) {
      out.fills.push_back(box);
      return;
    }
  }
  if (!paint.white_fill) add_drawing(box, out);
}

void add_stroke(const SubPath& path, double width, PathShapes& out) {
  const media::Box box = bounds_of(path.points);
  const double half = std::max(width, kHairline) / 2;
  bool straight = !path.curved && width <= kMaxRuleThickness;
  const size_t edges = path.points.size() - (path.closed ? 0 : 1);
  for (size_t i = 0; straight && i < edges; ++i) {
    straight = axis_aligned(path.points[i], path.points[(i + 1) % path.points.size()]);
  }
  if (!straight) {
    add_drawing(inflate(box, half, half), out);
    return;
  }
  for (size_t i = 0; i < edges; ++i) {
    const media::Point& a = path.points[i];
    const media::Point& b = path.points[(i + 1) % path.points.size()];
    const bool horizontal = std::abs(a.x - b.x) >= std::abs(a.y - b.y);
    const double length = horizontal ? std::abs(a.x - b.x) : std::abs(a.y - b.y);
    if (length <= kAlignment) continue;  // a dot, or the closing edge of a closed path
    const media::Box edge{std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x),
                          std::max(a.y, b.y)};
    out.rules.push_back({horizontal ? inflate(edge, 0, half) : inflate(edge, half, 0), horizontal});
  }
}

}  // namespace

void add_sub_path(const SubPath& path, const PathPaint& paint, PathShapes& out) {
  if (path.points.size() < 2) return;
  if (paint.filled) add_fill(path, paint, out);
  if (paint.stroked) add_stroke(path, paint.stroke_width, out);
}

}  // namespace mineru::worker
