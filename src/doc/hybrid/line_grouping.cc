#include "doc/hybrid/line_grouping.h"

#include <algorithm>
#include <utility>

namespace mineru::doc::hybrid {

namespace {

constexpr double kSameLine = 0.6;   // of the lower one's height that both share
constexpr double kInFormula = 0.8;  // likewise, to be in the way of a line
constexpr double kTallPiece = 2;    // height / width of a piece in vertical writing
constexpr double kMostly = 0.8;     // share of such pieces
constexpr double kLongLine = 4;     // in heights; pieces of shorter ones are no line
constexpr double kFormulaEdge = 1;  // kept free on both sides of a formula

enum class Writing { kHorizontal, kVertical };

// Do two pieces stand on one line (in one column)?
bool side_by_side(const Box& a, const Box& b, Writing writing, double share) {
  const bool horizontal = writing == Writing::kHorizontal;
  const double common = horizontal ? media::y_overlap(a, b) : media::x_overlap(a, b);
  const double size =
      horizontal ? std::min(a.height(), b.height()) : std::min(a.width(), b.width());
  return size > 0 && common / size > share;
}

bool is_vertical(const std::vector<Span>& spans) {
  size_t count = 0;
  for (const Span& span : spans) {
    const double width = span.bbox.width();
    count += width > 0 && span.bbox.height() / width > kTallPiece ? 1 : 0;
  }
  return static_cast<double>(count) > kMostly * static_cast<double>(spans.size());
}

// A new group begins where an item is not beside the one before it.
template <typename Item, typename BoxOf>
std::vector<std::vector<Item>> groups_of(std::vector<Item> items, Writing writing, BoxOf box_of) {
  std::vector<std::vector<Item>> groups;
  for (Item& item : items) {
    const bool goes_on = !groups.empty() && side_by_side(box_of(item), box_of(groups.back().back()),
                                                         writing, kSameLine);
    if (!goes_on) groups.emplace_back();
    groups.back().push_back(std::move(item));
  }
  return groups;
}

}  // namespace

std::vector<Line> lines_of_spans(std::vector<Span> spans) {
  const Writing writing = is_vertical(spans) ? Writing::kVertical : Writing::kHorizontal;
  for (Span& span : spans) {
    if (span.type == SpanType::kInterlineEquation) span.type = SpanType::kInlineEquation;
  }
  const auto by_top = [](const Span& a, const Span& b) { return a.bbox.y0 < b.bbox.y0; };
  const auto by_left = [](const Span& a, const Span& b) { return a.bbox.x0 < b.bbox.x0; };
  const auto by_right = [](const Span& a, const Span& b) { return a.bbox.x1 > b.bbox.x1; };
  const bool horizontal = writing == Writing::kHorizontal;
  if (horizontal) {
    std::stable_sort(spans.begin(), spans.end(), by_top);
  } else {
    std::stable_sort(spans.begin(), spans.end(), by_right);
  }
  std::vector<Line> lines;
  for (auto& group :
       groups_of(std::move(spans), writing, [](const Span& span) { return span.bbox; })) {
    if (horizontal) {
      std::stable_sort(group.begin(), group.end(), by_left);
    } else {
      std::stable_sort(group.begin(), group.end(), by_top);
    }
    Line line;
    for (const Span& span : group) line.bbox = media::unite(line.bbox, span.bbox);
    line.spans = std::move(group);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Box> merge_line_boxes(const std::vector<Box>& boxes) {
  std::vector<Box> sorted = boxes;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Box& a, const Box& b) { return a.y0 < b.y0; });
  std::vector<Box> merged;
  for (auto& line :
       groups_of(std::move(sorted), Writing::kHorizontal, [](const Box& box) { return box; })) {
    Box whole;
    for (const Box& box : line) whole = media::unite(whole, box);
    if (whole.width() <= kLongLine * whole.height()) {
      merged.insert(merged.end(), line.begin(), line.end());
      continue;
    }
    std::stable_sort(line.begin(), line.end(),
                     [](const Box& a, const Box& b) { return a.x0 < b.x0; });
    const size_t first = merged.size();
    for (const Box& box : line) {
      if (merged.size() > first && merged.back().x1 >= box.x0) {
        merged.back() = media::unite(merged.back(), box);
      } else {
        merged.push_back(box);
      }
    }
  }
  return merged;
}

std::vector<Box> cut_at_formulas(const std::vector<Box>& boxes, const std::vector<Box>& formulas) {
  std::vector<Box> sorted = formulas;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Box& a, const Box& b) { return a.x0 < b.x0; });
  std::vector<Box> pieces;
  for (const Box& box : boxes) {
    double left = box.x0;
    for (const Box& formula : sorted) {
      if (!side_by_side(box, formula, Writing::kHorizontal, kInFormula)) continue;
      if (formula.x0 > box.x1 || formula.x1 < box.x0) continue;
      if (left < formula.x0) pieces.push_back({left, box.y0, formula.x0 - kFormulaEdge, box.y1});
      left = std::max(left, formula.x1 + kFormulaEdge);
    }
    if (left <= box.x1) pieces.push_back({left, box.y0, box.x1, box.y1});
  }
  return pieces;
}

}  // namespace mineru::doc::hybrid
