#include "doc/vlm/parent_search.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace mineru::doc::vlm {

namespace {

constexpr double kSamePoints = 2;  // distances that differ by less are equal

struct Candidate {
  size_t body = 0;
  int steps = 0;  // in the order of the page, captions of the same kind not counted
  double edges = 0;
  double centers = 0;
};

double edge_distance(const Box& a, const Box& b) {
  return std::hypot(std::max(0.0, -x_overlap(a, b)), std::max(0.0, -y_overlap(a, b)));
}

double center_distance(const Box& a, const Box& b) {
  return std::hypot(a.center_x() - b.center_x(), a.center_y() - b.center_y());
}

bool overlaps(const Box& a, const Box& b) { return x_overlap(a, b) > 0 && y_overlap(a, b) > 0; }

// Whether `between` keeps caption and body apart.
bool separates(const Box& between, const Box& child, const Box& body) {
  if (overlaps(between, child) || overlaps(between, body)) return true;
  const double gap_top = std::min(child.y1, body.y1);
  const double gap_bottom = std::max(child.y0, body.y0);
  return gap_top < gap_bottom && media::overlap(between.y0, between.y1, gap_top, gap_bottom) > 0;
}

bool may_stand_between(Role role, Role child) {
  return role == Role::kCaption || (role == Role::kFootnote && child == Role::kFootnote);
}

std::optional<Candidate> candidate(const Regions& regions, size_t child, size_t body) {
  const Region& region = regions[child];
  if (region.role == Role::kFootnote && child < body) return std::nullopt;
  const Box& child_box = region.block.bbox;
  const Box& body_box = regions[body].block.bbox;
  const auto [first, last] = std::minmax(child, body);
  Candidate found{body, static_cast<int>(last - first), edge_distance(child_box, body_box),
                  center_distance(child_box, body_box)};
  for (size_t i = first + 1; i < last; ++i) {
    const Region& between = regions[i];
    if (between.role == region.role) --found.steps;
    if (may_stand_between(between.role, region.role)) continue;
    if (separates(between.block.bbox, child_box, body_box)) return std::nullopt;
  }
  return found;
}

// Of candidates that are equally far: a table's caption stands over it, a footnote below.
size_t best_of_equals(const Regions& regions, const std::vector<Candidate>& equals, Role child) {
  const auto is_table = [&](const Candidate& c) {
    return regions[c.body].block.type == BlockType::kTableBody;
  };
  if (child == Role::kFootnote) return equals.front().body;
  if (std::all_of(equals.begin(), equals.end(), is_table)) return equals.back().body;
  const auto nearer = [](const Candidate& a, const Candidate& b) { return a.centers < b.centers; };
  return std::min_element(equals.begin(), equals.end(), nearer)->body;
}

std::optional<size_t> parent_of(const Regions& regions, size_t child) {
  std::vector<Candidate> best;  // in the order of the page
  int fewest = std::numeric_limits<int>::max();
  for (size_t body = 0; body < regions.size(); ++body) {
    if (!has_body(regions[body])) continue;
    const auto found = candidate(regions, child, body);
    if (!found || found->steps > fewest) continue;
    if (found->steps < fewest) best.clear();
    fewest = found->steps;
    best.push_back(*found);
  }
  if (best.empty()) return std::nullopt;
  double nearest = best.front().edges;
  for (const Candidate& c : best) nearest = std::min(nearest, c.edges);
  std::erase_if(best, [nearest](const Candidate& c) { return c.edges > nearest + kSamePoints; });
  return best_of_equals(regions, best, regions[child].role);
}

}  // namespace

std::vector<std::optional<size_t>> find_parents(const Regions& regions) {
  std::vector<std::optional<size_t>> parents(regions.size());
  for (size_t i = 0; i < regions.size(); ++i) {
    const Role role = regions[i].role;
    if (role == Role::kCaption || role == Role::kFootnote) parents[i] = parent_of(regions, i);
  }
  return parents;
}

}  // namespace mineru::doc::vlm
