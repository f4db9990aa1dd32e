// Tables between horizontal rules of one width, without vertical rules.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "doc/flash/table_columns.h"
#include "doc/flash/table_grid.h"
#include "doc/flash/table_text.h"

namespace mineru::doc::flash {

namespace {

constexpr size_t kMaxGroups = 200;
// Times that the page's words may be looked at; tables look once, crossing drawings again and
// again.
constexpr int kMaxLooks = 10;
constexpr double kMinRuleEm = 4;  // shorter rules are underlines and fraction bars

// Rules with the same ends, by position.
struct RuleGroup {
  double start = 0;
  double end = 0;
  std::vector<RuleLine> lines;
};

enum class BandKind { kEmpty, kTabular, kHeading, kText, kAlgorithm };

std::vector<RuleGroup> group_rules(const PageView& view, const std::vector<char>& used) {
  std::vector<RuleGroup> groups;
  for (size_t i = 0; i < view.lines.horizontal.size(); ++i) {
    const RuleLine& line = view.lines.horizontal[i];
    if (used[i] || line.length() < kMinRuleEm * view.body_size) continue;
    const double tolerance = std::max(4.0, 0.02 * line.length());
    auto group = std::find_if(groups.begin(), groups.end(), [&](const RuleGroup& g) {
      return std::abs(g.start - line.start) < tolerance && std::abs(g.end - line.end) < tolerance;
    });
    if (group == groups.end()) {
      if (groups.size() >= kMaxGroups) continue;
      groups.push_back({line.start, line.end, {}});
      group = groups.end() - 1;
    }
    if (!group->lines.empty() && line.position - group->lines.back().position < kSameLine) {
      group->lines.back().thickness = std::max(group->lines.back().thickness, line.thickness);
      continue;
    }
    group->lines.push_back(line);
  }
  std::erase_if(groups, [](const RuleGroup& group) { return group.lines.size() < 2; });
  // Wide ones first: a table over the page's width may hold rules of a column's width.
  std::stable_sort(groups.begin(), groups.end(), [](const RuleGroup& a, const RuleGroup& b) {
    return a.end - a.start > b.end - b.start;
  });
  return groups;
}

int letters_of(const PageWords& words, const Piece& piece) {
  return words.line(piece.words).num_chars();
}

// Columns of a page: every piece a long line, all of about the same width.
bool is_running_columns(const PageWords& words, const std::vector<VisualRow>& rows) {
  if (rows.size() < 6) return false;
  size_t running = 0;
  for (const VisualRow& row : rows) {
    const std::vector<Piece> pieces = words.pieces(row, 1.0);
    double least = 1e9;
    double most = 0;
    bool all_long = true;
    for (const Piece& piece : pieces) {
      least = std::min(least, piece.box.width());
      most = std::max(most, piece.box.width());
      all_long = all_long && letters_of(words, piece) >= 25;
    }
    running += all_long && most < 1.35 * least;
  }
  return 2 * running > rows.size();
}

BandKind classify(const PageView& view, const Box& band) {
  const std::vector<int> inside = view.words.inside(band);
  if (inside.empty()) return BandKind::kEmpty;
  const std::vector<VisualRow> rows = view.words.rows(inside);
  const std::string first = view.words.line(rows.front().words).plain_text();
  if (starts_algorithm(first)) return BandKind::kAlgorithm;
  if (starts_caption(first)) return BandKind::kText;
  size_t tabular = 0;
  size_t running = 0;
  size_t leaders = 0;
  for (const VisualRow& row : rows) {
    leaders += has_leader(view.words.line(row.words).plain_text());
    const std::vector<Piece> pieces = view.words.pieces(row, kCellGapEm);
    tabular += pieces.size() >= 2;
    running += pieces.size() == 1 && pieces[0].box.width() > 0.7 * band.width();
  }
  if (is_running_columns(view.words, rows) || 3 * leaders > rows.size()) return BandKind::kText;
  if (tabular == 0) return rows.size() <= 2 ? BandKind::kHeading : BandKind::kText;
  return running > 2 && 2 * running > rows.size() ? BandKind::kText : BandKind::kTabular;
}

class BooktabsFinder {
 public:
  explicit BooktabsFinder(PageView& view)
      : view_(view), budget_(kMaxLooks * (view.words.size() + 1000)) {}

  void search(RuleGroup group) {
    std::erase_if(group.lines, [this](const RuleLine& line) { return is_within_table(line); });
    if (group.lines.size() < 2) return;
    budget_ -=
        3 * view_.words.num_between(group.lines.front().position, group.lines.back().position);
    if (budget_ < 0) return;
    std::vector<BandKind> kinds;
    for (size_t i = 0; i + 1 < group.lines.size(); ++i) {
      kinds.push_back(classify(view_, band(group, i)));
    }
    for (size_t begin = 0; begin < kinds.size();) {
      size_t end = begin;
      while (end < kinds.size() && belongs(group, kinds, begin, end)) ++end;
      if (end == begin) {
        // The band under an algorithm's title holds its lines.
        begin += kinds[begin] == BandKind::kAlgorithm ? 2 : 1;
        continue;
      }
      try_bands(group, kinds, begin, end);
      begin = end;
    }
  }

  std::vector<Table> tables;

 private:
  bool is_within_table(const RuleLine& line) const {
    return std::any_of(tables.begin(), tables.end(), [&](const Table& table) {
      return line.position > table.box.y0 - 1 && line.position < table.box.y1 + 1 &&
             line.start > table.box.x0 - 4 && line.end < table.box.x1 + 4;
    });
  }

  static Box band(const RuleGroup& group, size_t i) {
    return {group.start - 3, group.lines[i].position, group.end + 3, group.lines[i + 1].position};
  }

  // Whether band `end` continues the table that starts at band `begin`.
  bool belongs(const RuleGroup& group, const std::vector<BandKind>& kinds, size_t begin,
               size_t end) const {
    if (kinds[end] == BandKind::kText || kinds[end] == BandKind::kAlgorithm) return false;
    if (kinds[end] == BandKind::kEmpty) {
      return end > begin && band(group, end).height() < 1.2 * view_.body_size;
    }
    return true;
  }

  void try_bands(const RuleGroup& group, const std::vector<BandKind>& kinds, size_t begin,
                 size_t end) {
    const auto ends_table = [&](size_t i) {
      return kinds[i] == BandKind::kEmpty ||
             (kinds[i] == BandKind::kHeading && band(group, i).height() > 2.5 * view_.body_size);
    };
    while (end > begin && ends_table(end - 1)) --end;
    while (begin < end && ends_table(begin)) ++begin;
    if (std::count(kinds.begin() + static_cast<long>(begin), kinds.begin() + static_cast<long>(end),
                   BandKind::kTabular) == 0) {
      return;
    }
    OpenRegion region;
    region.area = band(group, begin);
    region.area.y1 = group.lines[end].position;
    region.full.assign(group.lines.begin() + static_cast<long>(begin),
                       group.lines.begin() + static_cast<long>(end) + 1);
    region.core = region.area;
    extend(region);
    add_inner_lines(region, group);
    const std::vector<int> inside = view_.words.inside(region.area);
    Grid grid = analyse_open_region(view_, region);
    if (grid.cells.empty() || !is_table(grid, region, inside)) return;
    view_.words.take(inside);
    tables.push_back(make_table(view_.words, std::move(grid), 0.9));
  }

  // Rows above the first rule (a heading without a rule over it) and below the last one (sums)
  // belong to the table when their pieces stand in its columns.
  void extend(OpenRegion& region) const {
    const std::vector<WhiteColumn> columns =
        white_columns(view_.words, view_.words.rows(view_.words.inside(region.area)), {});
    if (columns.size() < 2) return;
    constexpr int kMaxAbove = 3;
    constexpr int kMaxBelow = 60;
    const double reach = kMaxAbove * kMaxPitchEm * view_.body_size;
    Box above = region.area;
    above.y0 = region.area.y0 - reach;
    above.y1 = region.area.y0;
    std::vector<VisualRow> rows = view_.words.rows(view_.words.inside(above));
    double edge = region.area.y0;
    for (size_t i = rows.size(); i-- > 0 && rows.size() - i <= kMaxAbove;) {
      if (edge - rows[i].box.y1 > 1.3 * rows[i].size || !stands_in(columns, rows[i])) break;
      edge = rows[i].box.y0;
    }
    if (edge < region.area.y0) {
      region.area.y0 = edge - 1;
      region.full.insert(region.full.begin(), {edge - 1, region.area.x0, region.area.x1, 0});
    }
    Box below = region.area;
    below.y0 = region.area.y1;
    below.y1 = region.area.y1 + kMaxBelow * kMaxPitchEm * view_.body_size;
    rows = view_.words.rows(view_.words.inside(below));
    edge = region.area.y1;
    for (size_t i = 0; i < rows.size() && i < kMaxBelow; ++i) {
      if (rows[i].box.y0 - edge > 2 * rows[i].size || !stands_in(columns, rows[i])) break;
      edge = rows[i].box.y1;
    }
    if (edge > region.area.y1) {
      region.area.y1 = edge + 1;
      region.full.push_back({edge + 1, region.area.x0, region.area.x1, 0});
    }
  }

  bool stands_in(const std::vector<WhiteColumn>& columns, const VisualRow& row) const {
    if (starts_caption(view_.words.line(row.words).plain_text())) return false;
    const std::vector<Piece> pieces = view_.words.pieces(row, kColumnGapEm);
    const double tolerance = 0.5 * row.size;
    int aligned = 0;
    for (const Piece& piece : pieces) {
      if (letters_of(view_.words, piece) > kMaxCellChars) return false;
      aligned += std::any_of(columns.begin(), columns.end(), [&](const WhiteColumn& column) {
        return std::abs(piece.box.x0 - column.x0) < tolerance ||
               std::abs(piece.box.x1 - column.x1) < tolerance ||
               std::abs(piece.box.center_x() - (column.x0 + column.x1) / 2) < tolerance;
      });
    }
    return aligned >= 2 && aligned + 1 >= static_cast<int>(pieces.size());
  }

  void add_inner_lines(OpenRegion& region, const RuleGroup& group) const {
    add_partial_rules(region, group);
    add_separators(region);
  }

  // Horizontal rules inside that are shorter than the group's.
  void add_partial_rules(OpenRegion& region, const RuleGroup& group) const {
    const Box& area = region.area;
    for (const RuleLine& line : view_.lines.horizontal) {
      if (line.position <= area.y0 + kSameLine || line.position >= area.y1 - kSameLine) continue;
      if (line.start < area.x0 - 3 || line.end > area.x1 + 3) continue;
      const bool is_full =
          std::abs(line.start - group.start) < 4 && std::abs(line.end - group.end) < 4;
      if (!is_full && line.length() > 0.8 * view_.body_size) region.partial.push_back(line);
    }
  }

  // Vertical rules inside that run along much of the region.
  void add_separators(OpenRegion& region) const {
    const Box& area = region.area;
    std::vector<double> xs;
    for (const RuleLine& line : view_.lines.vertical) {
      if (line.position < area.x0 + 6 || line.position > area.x1 - 6) continue;
      if (line.start < area.y0 - 4 || line.end > area.y1 + 4) continue;
      xs.push_back(line.position);
    }
    for (const double x : distinct(xs, kSameLine)) {
      double length = 0;  // of all pieces; they may leave gaps at the rules
      for (const RuleLine& line : view_.lines.vertical) {
        if (std::abs(line.position - x) > kSameLine) continue;
        length += std::max(0.0, media::overlap(line.start, line.end, area.y0, area.y1));
      }
      if (length > 0.4 * area.height()) region.separators.push_back(x);
    }
  }

  // A vertical line through the first or last rule goes on outside: a drawing.
  bool is_crossed(const Box& area) const {
    const double reach = 0.8 * view_.body_size;
    return std::any_of(
        view_.lines.vertical.begin(), view_.lines.vertical.end(), [&](const RuleLine& line) {
          const bool inside = line.position > area.x0 + 6 && line.position < area.x1 - 6;
          return inside && media::overlap(line.start, line.end, area.y0, area.y1) > reach &&
                 (line.start < area.y0 - reach || line.end > area.y1 + reach);
        });
  }

  // Whether the region's sides run through lines of text.
  bool is_cut(const OpenRegion& region, const std::vector<int>& inside) const {
    const auto joins = [&](int a, int b) {  // words that follow each other in a line
      return b < view_.words.size() && a >= 0 &&
             view_.words.at(a).segment == view_.words.at(b).segment &&
             view_.words.box(b).x0 - view_.words.box(a).x1 < kCellGapEm * view_.words.at(a).size;
    };
    const auto outside = [&](int word) {
      const double x = view_.words.box(word).center_x();
      return x < region.area.x0 || x > region.area.x1;
    };
    int cuts = 0;
    for (const int word : inside) {
      cuts += joins(word - 1, word) && outside(word - 1);
      cuts += joins(word, word + 1) && outside(word + 1);
    }
    return cuts > 2 && 10 * cuts > static_cast<int>(view_.words.rows(inside).size());
  }

  bool is_table(const Grid& grid, const OpenRegion& region, const std::vector<int>& inside) const {
    if (grid.num_columns() < 2 || grid.num_rows() < 2 || is_cut(region, inside)) return false;
    if (is_crossed(region.area)) return false;
    // Rules of a table stand close to its text; a page's header and footer rules do not.
    const Box text = view_.words.bounds(inside);
    if (text.y0 - region.area.y0 > 2.5 * view_.body_size ||
        region.area.y1 - text.y1 > 2.5 * view_.body_size) {
      return false;
    }
    int several = 0;  // rows with two cells or more
    std::vector<int> filled(static_cast<size_t>(grid.num_rows()), 0);
    int covered_rows = 0;
    for (const GridCell& cell : grid.cells) {
      for (int r = cell.row; r < cell.row_end(); ++r) ++filled[static_cast<size_t>(r)];
    }
    for (const int count : filled) {
      several += count >= 2;
      covered_rows += count >= 1;
    }
    if (several < 2 || 2 * several < covered_rows) return false;
    const GraphicsInside graphics = graphics_inside(view_, region.area, grid.xs, grid.ys);
    if (graphics.picture_share > 0.3) return false;
    return graphics.drawings <= 10 || graphics.drawings < static_cast<int>(inside.size());
  }

  PageView& view_;
  int budget_;
};

}  // namespace

std::vector<Table> find_booktabs_tables(PageView& view, const std::vector<char>& used) {
  BooktabsFinder finder(view);
  for (const RuleGroup& group : group_rules(view, used)) finder.search(group);
  return std::move(finder.tables);
}

}  // namespace mineru::doc::flash
