#include "doc/flash/columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mineru::doc::flash {

using media::Box;

namespace {

constexpr int kMinLines = 3;           // text lines on each side of a gutter
constexpr double kMinSide = 0.09;      // least width of a side, of the region's width
constexpr size_t kMaxElements = 4000;  // beyond, the page is not text that columns could order
constexpr int kMaxDepth = 12;

struct Gutter {
  double x0 = 0;
  double x1 = 0;
  double y0 = 0;
  double y1 = 0;
  double shared = 0;  // height over which both sides have text
};

class Cutter {
 public:
  Cutter(const std::vector<Element>& elements, double min_gutter)
      : elements_(elements), min_gutter_(min_gutter) {}

  void cut(std::vector<int> members, double left, double right, int depth);
  std::vector<Region> take() { return std::move(regions_); }

 private:
  const Box& box(int i) const { return elements_[static_cast<size_t>(i)].box; }
  Box bounds(const std::vector<int>& members) const;
  bool find_gutter(const std::vector<int>& members, Gutter& best) const;
  Gutter widened(const std::vector<int>& by_y, double x, double y0, double y1,
                 const Box& all) const;
  void try_strip(const std::vector<int>& by_y, double x, const Box& all, Gutter& best) const;
  void judge(const std::vector<int>& by_y, const Gutter& strip, const Box& all, Gutter& best) const;

  const std::vector<Element>& elements_;
  double min_gutter_;
  std::vector<Region> regions_;
};

Box Cutter::bounds(const std::vector<int>& members) const {
  Box all;
  for (const int i : members) all = unite(all, box(i));
  return all;
}

// What one side of a gutter holds.
struct Side {
  int lines = 0;
  Box text;
  double last_y = -1e9;
  std::vector<double> centers;  // of its lines

  void add(const Element& e) {
    if (!e.is_text) {
      text = unite(text, e.box);
      return;
    }
    // Pieces of one line, and of one formula, count once.
    if (e.box.center_y() - last_y > 0.8 * e.box.height()) {
      last_y = e.box.center_y();
      ++lines;
      centers.push_back(e.box.center_y());
    }
    text = unite(text, e.box);
  }
};

// A few short words, each beside its value ("Date   17 March"): read line by line.
bool is_labels(const Side& left, const Side& right) {
  if (left.lines > 12) return false;
  const double line = left.text.height() / std::max(1, 2 * left.lines - 1);
  int mates = 0;
  int in_reach = 0;
  for (const double y : right.centers) {
    in_reach += y > left.text.y0 && y < left.text.y1;
    mates += std::any_of(left.centers.begin(), left.centers.end(),
                         [&](double other) { return std::abs(other - y) < 0.35 * line; });
  }
  return left.text.width() < 14 * line && mates * 5 >= left.lines * 4 && in_reach <= left.lines + 1;
}

void Cutter::judge(const std::vector<int>& by_y, const Gutter& strip, const Box& all,
                   Gutter& best) const {
  Side left;
  Side right;
  for (const int i : by_y) {
    const double y = box(i).center_y();
    if (y < strip.y0 || y > strip.y1) continue;
    (box(i).x1 <= strip.x0 + 0.01 ? left : right).add(elements_[static_cast<size_t>(i)]);
  }
  if (std::min(left.lines, right.lines) < kMinLines) return;
  if (std::min(left.text.width(), right.text.width()) < kMinSide * all.width()) return;
  if (is_labels(left, right)) return;
  const double shared = y_overlap(left.text, right.text);
  const double least = 0.5 * std::min(left.text.height(), right.text.height());
  if (shared < least || shared <= 0) return;
  const bool taller = shared > best.shared * 1.02;
  const bool wider = shared > best.shared * 0.98 && strip.x1 - strip.x0 > best.x1 - best.x0;
  if (!taller && !wider) return;
  best = strip;
  best.shared = shared;
}

// The empty strip between y0 and y1 that holds x, as wide as what stands beside it allows.
Gutter Cutter::widened(const std::vector<int>& by_y, double x, double y0, double y1,
                       const Box& all) const {
  Gutter strip{all.x0, all.x1, y0, y1, 0};
  for (const int i : by_y) {
    if (box(i).center_y() < y0 || box(i).center_y() > y1) continue;
    if (box(i).x1 <= x + 0.01) strip.x0 = std::max(strip.x0, box(i).x1);
    if (box(i).x0 >= x + min_gutter_ - 0.01) strip.x1 = std::min(strip.x1, box(i).x0);
  }
  return strip;
}

// Empty stretches of the vertical strip that begins at x.
void Cutter::try_strip(const std::vector<int>& by_y, double x, const Box& all, Gutter& best) const {
  double top = all.y0 - 1;
  const auto try_stretch = [&](double bottom) {
    if (bottom - top <= best.shared * 0.98 || bottom <= top) return;
    const Gutter strip = widened(by_y, x, top, bottom, all);
    if (strip.x1 - strip.x0 >= min_gutter_) judge(by_y, strip, all, best);
  };
  for (const int i : by_y) {
    if (box(i).x0 >= x + min_gutter_ || box(i).x1 <= x) continue;
    try_stretch(box(i).y0);
    top = std::max(top, box(i).y1);
  }
  try_stretch(all.y1 + 1);
}

bool Cutter::find_gutter(const std::vector<int>& members, Gutter& best) const {
  std::vector<int> by_y = members;
  std::sort(by_y.begin(), by_y.end(), [&](int a, int b) { return box(a).y0 < box(b).y0; });
  const Box all = bounds(members);
  // A gutter begins where something ends.
  std::vector<double> starts;
  starts.reserve(members.size());
  for (const int i : members) starts.push_back(box(i).x1);
  std::sort(starts.begin(), starts.end());
  for (size_t i = 0; i < starts.size(); ++i) {
    const double x = starts[i];
    // Lines of a justified column end within a fraction of a point: the last of them counts.
    if (i + 1 < starts.size() && starts[i + 1] - x < 1.5) continue;
    if (x > all.x0 + kMinSide * all.width() * 0.5 && x < all.x1 - kMinSide * all.width() * 0.5) {
      try_strip(by_y, x, all, best);
    }
  }
  return best.shared > 0;
}

void Cutter::cut(std::vector<int> members, double left, double right, int depth) {
  if (members.empty()) return;
  Gutter gutter;
  const bool small =
      members.size() < 2 * static_cast<size_t>(kMinLines) || members.size() > kMaxElements;
  if (small || depth > kMaxDepth || !find_gutter(members, gutter)) {
    std::sort(members.begin(), members.end(), [&](int a, int b) { return box(a).y0 < box(b).y0; });
    const Box all = bounds(members);
    regions_.push_back({std::move(members), {left, all.y0, right, all.y1}});
    return;
  }
  std::vector<int> above;
  std::vector<int> before;
  std::vector<int> after;
  std::vector<int> below;
  for (const int i : members) {
    const double y = box(i).center_y();
    if (y < gutter.y0) {
      above.push_back(i);
    } else if (y > gutter.y1) {
      below.push_back(i);
    } else if (box(i).center_x() < (gutter.x0 + gutter.x1) / 2) {
      before.push_back(i);
    } else {
      after.push_back(i);
    }
  }
  cut(std::move(above), left, right, depth + 1);
  cut(std::move(before), left, gutter.x0, depth + 1);
  cut(std::move(after), gutter.x1, right, depth + 1);
  cut(std::move(below), left, right, depth + 1);
}

}  // namespace

std::vector<Region> reading_order(const std::vector<Element>& elements, double min_gutter) {
  Box all;
  for (const Element& e : elements) all = unite(all, e.box);
  std::vector<int> members(elements.size());
  std::iota(members.begin(), members.end(), 0);
  Cutter cutter(elements, min_gutter);
  cutter.cut(std::move(members), all.x0, all.x1, 0);
  return cutter.take();
}

}  // namespace mineru::doc::flash
