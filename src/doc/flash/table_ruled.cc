// Grids of horizontal and vertical rules.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "doc/flash/table_columns.h"
#include "doc/flash/table_grid.h"
#include "doc/flash/table_text.h"

namespace mineru::doc::flash {

namespace {

constexpr size_t kMaxComponents = 300;  // the largest ones of a page are looked at
constexpr int kMaxCells = 20'000;       // a grid beyond this is graph paper

struct Component {
  std::vector<RuleLine> horizontal;
  std::vector<RuleLine> vertical;
  std::vector<int> horizontal_numbers;
  Box box;
};

Component resolve(const RuleLines& lines, const RuleComponent& numbers) {
  Component component;
  component.horizontal_numbers = numbers.horizontal;
  component.box = {1e9, 1e9, -1e9, -1e9};
  const auto extend = [&](double x0, double y0, double x1, double y1) {
    Box& b = component.box;
    b = {std::min(b.x0, x0), std::min(b.y0, y0), std::max(b.x1, x1), std::max(b.y1, y1)};
  };
  for (const int h : numbers.horizontal) {
    const RuleLine& line = lines.horizontal[static_cast<size_t>(h)];
    component.horizontal.push_back(line);
    extend(line.start, line.position, line.end, line.position);
  }
  for (const int v : numbers.vertical) {
    const RuleLine& line = lines.vertical[static_cast<size_t>(v)];
    component.vertical.push_back(line);
    extend(line.position, line.start, line.position, line.end);
  }
  return component;
}

// Where crossing lines end without a line of the other direction, one is missing: tables without
// outer verticals. At least two lines must agree on the end.
void close_side(std::vector<RuleLine>& missing, const std::vector<RuleLine>& crossing, double edge,
                double RuleLine::*end) {
  constexpr double kTolerance = 4;  // points
  for (const RuleLine& line : missing) {
    if (std::abs(line.position - edge) < kTolerance) return;
  }
  double start = 1e9;
  double stop = -1e9;
  int count = 0;
  for (const RuleLine& line : crossing) {
    if (std::abs(line.*end - edge) > kTolerance) continue;
    ++count;
    start = std::min(start, line.position);
    stop = std::max(stop, line.position);
  }
  if (count >= 2) missing.push_back({edge, start, stop, 0});
}

void close_sides(Component& component) {
  close_side(component.vertical, component.horizontal, component.box.x0, &RuleLine::start);
  close_side(component.vertical, component.horizontal, component.box.x1, &RuleLine::end);
  close_side(component.horizontal, component.vertical, component.box.y0, &RuleLine::start);
  close_side(component.horizontal, component.vertical, component.box.y1, &RuleLine::end);
}

// Borders of rows or columns. A strip too narrow for text that holds none is a double rule.
std::vector<double> borders(const std::vector<RuleLine>& lines, std::vector<double> text_middles,
                            double body_size) {
  std::vector<double> positions;
  positions.reserve(lines.size());
  for (const RuleLine& line : lines) positions.push_back(line.position);
  positions = distinct(std::move(positions), kSameLine);
  std::sort(text_middles.begin(), text_middles.end());
  std::vector<double> kept;
  for (const double position : positions) {
    const bool narrow = !kept.empty() && position - kept.back() < 0.6 * body_size;
    const auto text = kept.empty()
                          ? text_middles.end()
                          : std::lower_bound(text_middles.begin(), text_middles.end(), kept.back());
    if (narrow && (text == text_middles.end() || *text > position)) {
      kept.back() = (kept.back() + position) / 2;
    } else {
      kept.push_back(position);
    }
  }
  return kept;
}

int nearest(const std::vector<double>& borders, double value) {
  const auto it = std::lower_bound(borders.begin(), borders.end(), value);
  if (it == borders.begin()) return 0;
  if (it == borders.end()) return static_cast<int>(borders.size()) - 1;
  const bool left = value - *(it - 1) < *it - value;
  return static_cast<int>(it - borders.begin()) - (left ? 1 : 0);
}

// Index of the interval that holds `value`; the outer ones reach to infinity.
int interval(const std::vector<double>& borders, double value) {
  const auto it = std::upper_bound(borders.begin(), borders.end(), value);
  const int index = static_cast<int>(it - borders.begin()) - 1;
  return std::clamp(index, 0, static_cast<int>(borders.size()) - 2);
}

// drawn[i * intervals + k]: border i is drawn along at least half of interval k.
std::vector<char> drawn_pieces(const std::vector<RuleLine>& lines,
                               const std::vector<double>& across,
                               const std::vector<double>& along) {
  const size_t intervals = along.size() - 1;
  std::vector<double> length(across.size() * intervals, 0);
  for (const RuleLine& line : lines) {
    const size_t border = static_cast<size_t>(nearest(across, line.position));
    const size_t last = static_cast<size_t>(interval(along, line.end));
    for (size_t k = static_cast<size_t>(interval(along, line.start)); k <= last; ++k) {
      length[border * intervals + k] +=
          std::max(0.0, media::overlap(line.start, line.end, along[k], along[k + 1]));
    }
  }
  std::vector<char> drawn(length.size());
  for (size_t i = 0; i < length.size(); ++i) {
    const size_t k = i % intervals;
    drawn[i] = length[i] >= 0.5 * (along[k + 1] - along[k]);
  }
  return drawn;
}

struct Hull {
  int r0 = 1 << 30, r1 = -1, c0 = 1 << 30, c1 = -1;
};

// Unites base cells over missing rule pieces, then over what the rectangular hulls cover.
class CellMerger {
 public:
  CellMerger(int rows, int columns)
      : rows_(rows), columns_(columns), parent_(static_cast<size_t>(rows * columns)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  void unite(int a, int b) { parent_[static_cast<size_t>(root(a))] = root(b); }

  // False: no rectangles after a few rounds; not a table.
  bool settle() {
    for (int round = 0; round < 8; ++round) {
      bool changed = false;
      const std::vector<Hull> hulls = compute_hulls();
      int64_t area = 0;
      for (int i = 0; i < rows_ * columns_; ++i) {
        const Hull& hull = hulls[static_cast<size_t>(i)];
        if (hull.r1 < 0) continue;
        area += int64_t{hull.r1 - hull.r0 + 1} * (hull.c1 - hull.c0 + 1);
        if (area > 8 * int64_t{kMaxCells}) return false;
        for (int r = hull.r0; r <= hull.r1; ++r) {
          for (int c = hull.c0; c <= hull.c1; ++c) {
            if (root(r * columns_ + c) == root(i)) continue;
            unite(r * columns_ + c, i);
            changed = true;
          }
        }
      }
      if (!changed) return true;
    }
    return false;
  }

  std::vector<GridCell> cells() {
    std::vector<GridCell> cells;
    for (const Hull& hull : compute_hulls()) {
      if (hull.r1 < 0) continue;
      cells.push_back({hull.r0, hull.c0, hull.r1 - hull.r0 + 1, hull.c1 - hull.c0 + 1, {}});
    }
    return cells;
  }

 private:
  int root(int i) {
    while (parent_[static_cast<size_t>(i)] != i) {
      int& up = parent_[static_cast<size_t>(i)];
      up = parent_[static_cast<size_t>(up)];
      i = up;
    }
    return i;
  }

  std::vector<Hull> compute_hulls() {
    std::vector<Hull> hulls(parent_.size());
    for (int i = 0; i < rows_ * columns_; ++i) {
      Hull& hull = hulls[static_cast<size_t>(root(i))];
      hull.r0 = std::min(hull.r0, i / columns_);
      hull.r1 = std::max(hull.r1, i / columns_);
      hull.c0 = std::min(hull.c0, i % columns_);
      hull.c1 = std::max(hull.c1, i % columns_);
    }
    return hulls;
  }

  int rows_;
  int columns_;
  std::vector<int> parent_;
};

void assign_words(const PageView& view, Grid& grid, const std::vector<int>& words) {
  const size_t columns = static_cast<size_t>(grid.num_columns());
  std::vector<int> owner(static_cast<size_t>(grid.num_rows()) * columns, 0);
  for (size_t i = 0; i < grid.cells.size(); ++i) {
    const GridCell& cell = grid.cells[i];
    for (int r = cell.row; r < cell.row_end(); ++r) {
      for (int c = cell.column; c < cell.column_end(); ++c) {
        owner[static_cast<size_t>(r) * columns + static_cast<size_t>(c)] = static_cast<int>(i);
      }
    }
  }
  for (const int word : words) {
    const Box& box = view.words.box(word);
    const int at =
        interval(grid.ys, box.center_y()) * grid.num_columns() + interval(grid.xs, box.center_x());
    grid.cells[static_cast<size_t>(owner[static_cast<size_t>(at)])].words.push_back(word);
  }
}

Grid build_grid(const PageView& view, Component& component, const std::vector<int>& words) {
  close_sides(component);
  std::vector<double> middles_x;
  std::vector<double> middles_y;
  for (const int word : words) {
    middles_x.push_back(view.words.box(word).center_x());
    middles_y.push_back(view.words.box(word).center_y());
  }
  Grid grid;
  grid.xs = borders(component.vertical, std::move(middles_x), view.body_size);
  grid.ys = borders(component.horizontal, std::move(middles_y), view.body_size);
  const int rows = grid.num_rows();
  const int columns = grid.num_columns();
  if (rows < 1 || columns < 1 || int64_t{rows} * columns > kMaxCells) return {};
  const auto h = drawn_pieces(component.horizontal, grid.ys, grid.xs);
  const auto v = drawn_pieces(component.vertical, grid.xs, grid.ys);
  CellMerger merger(rows, columns);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const int cell = r * columns + c;
      if (r > 0 && !h[static_cast<size_t>(cell)]) merger.unite(cell, cell - columns);
      const size_t left =
          static_cast<size_t>(c) * static_cast<size_t>(rows) + static_cast<size_t>(r);
      if (c > 0 && !v[left]) merger.unite(cell, cell - 1);
    }
  }
  if (!merger.settle()) return {};
  grid.cells = merger.cells();
  assign_words(view, grid, words);
  return grid;
}

// A ruled column that holds several columns of text, or lines that leave out most verticals.
bool has_hidden_columns(const PageView& view, const Grid& grid) {
  std::vector<std::vector<int>> by_column(static_cast<size_t>(grid.num_columns()));
  for (const GridCell& cell : grid.cells) {
    if (cell.column_span > 1) continue;
    auto& words = by_column[static_cast<size_t>(cell.column)];
    words.insert(words.end(), cell.words.begin(), cell.words.end());
  }
  return std::any_of(by_column.begin(), by_column.end(), [&](const std::vector<int>& words) {
    const std::vector<VisualRow> rows = view.words.rows(words);
    int wide = 0;
    for (const VisualRow& row : rows) wide += view.words.pieces(row, 1.0).size() >= 2;
    return wide >= 2 && 2 * wide >= static_cast<int>(rows.size()) &&
           white_columns(view.words, rows, {}).size() >= 2;
  });
}

Grid analyse_open(const PageView& view, const Component& component) {
  OpenRegion region;
  region.area = region.core = component.box;
  for (const RuleLine& line : component.horizontal) {
    (line.length() > 0.9 * component.box.width() ? region.full : region.partial).push_back(line);
  }
  for (const RuleLine& line : component.vertical) {
    if (line.length() > 0.4 * component.box.height()) region.separators.push_back(line.position);
  }
  // Without rules around it, it is rather a drawing.
  const double em = view.body_size;
  if (region.full.size() < 2 || region.full.front().position > component.box.y0 + em ||
      region.full.back().position < component.box.y1 - em) {
    return {};
  }
  return analyse_open_region(view, region);
}

struct Filling {
  int cells = 0;
  int filled = 0;
  int rows = 0;  // with words
  int columns = 0;
  int longest = 0;  // words of the fullest cell
  int words = 0;
};

Filling filling(const Grid& grid) {
  Filling f;
  std::vector<char> rows(static_cast<size_t>(grid.num_rows()), 0);
  std::vector<char> columns(static_cast<size_t>(grid.num_columns()), 0);
  for (const GridCell& cell : grid.cells) {
    ++f.cells;
    if (cell.words.empty()) continue;
    ++f.filled;
    f.words += static_cast<int>(cell.words.size());
    f.longest = std::max(f.longest, static_cast<int>(cell.words.size()));
    rows[static_cast<size_t>(cell.row)] = 1;
    columns[static_cast<size_t>(cell.column)] = 1;
  }
  f.rows = static_cast<int>(std::count(rows.begin(), rows.end(), 1));
  f.columns = static_cast<int>(std::count(columns.begin(), columns.end(), 1));
  return f;
}

bool is_table(const PageView& view, const Grid& grid, const Component& component) {
  const Filling f = filling(grid);
  if (grid.num_columns() < 2 || f.columns < 2) return false;
  if (f.rows < 2 && f.filled < 3) return false;
  // Boxes around running text: few cells, and one of them holds nearly all the words.
  if (f.filled <= 3 && f.longest > 40 && f.longest > 0.7 * f.words) return false;
  if (f.longest > 150 && f.longest > 0.85 * f.words) return false;
  const GraphicsInside inside = graphics_inside(view, component.box, grid.xs, grid.ys);
  const double share = static_cast<double>(f.filled) / f.cells;
  if (inside.picture_share > 0.5 && share < 0.5) return false;
  // The grid of a plot: curves and hardly a label inside.
  if (inside.drawings > 3 && (share < 0.4 || inside.drawings > 2 * f.words)) return false;
  return share >= 0.15;
}

}  // namespace

std::vector<Table> find_ruled_tables(PageView& view, std::vector<char>& used) {
  std::vector<Component> components;
  for (const RuleComponent& numbers : connect(view.lines)) {
    components.push_back(resolve(view.lines, numbers));
  }
  // A table in a cell of another belongs to that cell: outer ones first.
  std::stable_sort(
      components.begin(), components.end(),
      [](const Component& a, const Component& b) { return a.box.area() > b.box.area(); });
  if (components.size() > kMaxComponents) components.resize(kMaxComponents);
  std::vector<Table> tables;
  for (Component& component : components) {
    const std::vector<int> words = view.words.inside(component.box);
    if (words.size() < 2) continue;
    Grid grid = build_grid(view, component, words);
    if (grid.cells.empty()) continue;
    double confidence = 0.95;
    if (has_hidden_columns(view, grid)) {
      grid = analyse_open(view, component);
      if (grid.cells.empty()) continue;
      confidence = 0.85;
    } else {
      split_ruled_rows(view, grid);
    }
    if (!is_table(view, grid, component)) continue;
    for (const int h : component.horizontal_numbers) used[static_cast<size_t>(h)] = 1;
    view.words.take(words);
    tables.push_back(make_table(view.words, std::move(grid), confidence));
  }
  return tables;
}

}  // namespace mineru::doc::flash
