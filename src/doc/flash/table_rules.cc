#include "doc/flash/table_rules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace mineru::doc::flash {

namespace {

// Pieces whose middles are this close lie on one line, points.
constexpr double kCollinear = 1.2;
// What remains shorter than this after joining is a dot or an ornament, points.
constexpr double kMinLength = 4.0;

std::vector<RuleLine> join_collinear(std::vector<RuleLine> pieces) {
  std::sort(pieces.begin(), pieces.end(),
            [](const RuleLine& a, const RuleLine& b) { return a.position < b.position; });
  std::vector<RuleLine> joined;
  for (size_t begin = 0; begin < pieces.size();) {
    size_t end = begin;
    while (end < pieces.size() && pieces[end].position - pieces[begin].position <= kCollinear)
      ++end;
    std::sort(pieces.begin() + static_cast<long>(begin), pieces.begin() + static_cast<long>(end),
              [](const RuleLine& a, const RuleLine& b) { return a.start < b.start; });
    RuleLine open = pieces[begin];
    for (size_t i = begin + 1; i < end; ++i) {
      if (pieces[i].start > open.end + kJoinGap) {
        joined.push_back(open);
        open = pieces[i];
      }
      open.end = std::max(open.end, pieces[i].end);
      open.thickness = std::max(open.thickness, pieces[i].thickness);
    }
    joined.push_back(open);
    begin = end;
  }
  std::erase_if(joined, [](const RuleLine& line) { return line.length() < kMinLength; });
  std::sort(joined.begin(), joined.end(),
            [](const RuleLine& a, const RuleLine& b) { return a.position < b.position; });
  return joined;
}

int find_root(std::vector<int>& parent, int i) {
  while (parent[static_cast<size_t>(i)] != i) {
    int& up = parent[static_cast<size_t>(i)];
    up = parent[static_cast<size_t>(up)];
    i = up;
  }
  return i;
}

}  // namespace

RuleLines join_rules(const std::vector<media::NativeRule>& rules) {
  std::vector<RuleLine> horizontal;
  std::vector<RuleLine> vertical;
  for (const media::NativeRule& rule : rules) {
    const media::Box& b = rule.box;
    if (!std::isfinite(b.x0 + b.x1 + b.y0 + b.y1)) continue;
    const double longer = std::max(b.width(), b.height());
    const double shorter = std::min(b.width(), b.height());
    // A dot of a dotted line does not know its direction.
    const bool dot = longer < 3 && longer < 2 * shorter + 0.1;
    if (rule.horizontal || dot) horizontal.push_back({b.center_y(), b.x0, b.x1, b.height()});
    if (!rule.horizontal || dot) vertical.push_back({b.center_x(), b.y0, b.y1, b.width()});
  }
  RuleLines lines{join_collinear(std::move(horizontal)), join_collinear(std::move(vertical))};
  if (lines.horizontal.size() + lines.vertical.size() > static_cast<size_t>(kMaxLines)) return {};
  return lines;
}

std::vector<RuleComponent> connect(const RuleLines& lines) {
  const int num_h = static_cast<int>(lines.horizontal.size());
  const int num_v = static_cast<int>(lines.vertical.size());
  std::vector<int> parent(static_cast<size_t>(num_h + num_v));
  std::iota(parent.begin(), parent.end(), 0);
  for (int h = 0; h < num_h; ++h) {
    const RuleLine& a = lines.horizontal[static_cast<size_t>(h)];
    auto it = std::lower_bound(lines.vertical.begin(), lines.vertical.end(), a.start - kJoinGap,
                               [](const RuleLine& v, double x) { return v.position < x; });
    for (; it != lines.vertical.end() && it->position <= a.end + kJoinGap; ++it) {
      if (a.position < it->start - kJoinGap || a.position > it->end + kJoinGap) continue;
      const int v = num_h + static_cast<int>(it - lines.vertical.begin());
      parent[static_cast<size_t>(find_root(parent, v))] = find_root(parent, h);
    }
  }
  std::map<int, RuleComponent> by_root;
  for (int h = 0; h < num_h; ++h) by_root[find_root(parent, h)].horizontal.push_back(h);
  for (int v = 0; v < num_v; ++v) by_root[find_root(parent, num_h + v)].vertical.push_back(v);
  std::vector<RuleComponent> components;
  for (auto& [root, component] : by_root) {
    const size_t h = component.horizontal.size();
    const size_t v = component.vertical.size();
    if (h >= 1 && v >= 1 && h + v >= 3) components.push_back(std::move(component));
  }
  return components;
}

std::vector<double> distinct(std::vector<double> values, double tolerance) {
  std::sort(values.begin(), values.end());
  std::vector<double> groups;
  for (size_t begin = 0; begin < values.size();) {
    size_t end = begin;
    while (end < values.size() && values[end] - values[begin] <= tolerance) ++end;
    groups.push_back((values[begin] + values[end - 1]) / 2);
    begin = end;
  }
  return groups;
}

}  // namespace mineru::doc::flash
