#include "doc/flash/table_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mineru::doc::flash {

namespace {

// Removes the rows (or columns) in which no cell starts: only spans from above run through them.
void drop_unused(std::vector<double>& borders, std::vector<GridCell>& cells, int GridCell::*first,
                 int GridCell::*span) {
  const size_t count = borders.size() - 1;
  std::vector<char> used(count, 0);
  for (const GridCell& cell : cells) used[static_cast<size_t>(cell.*first)] = 1;
  std::vector<int> before(count + 1, 0);  // kept rows before row i
  std::vector<double> kept;
  for (size_t i = 0; i < count; ++i) {
    before[i + 1] = before[i] + used[i];
    if (used[i]) kept.push_back(borders[i]);
  }
  kept.push_back(borders.back());
  for (GridCell& cell : cells) {
    const int end = before[static_cast<size_t>(cell.*first) + static_cast<size_t>(cell.*span)];
    cell.*first = before[static_cast<size_t>(cell.*first)];
    cell.*span = end - cell.*first;
  }
  borders = std::move(kept);
}

void fill_holes(Grid& grid) {
  const size_t columns = static_cast<size_t>(grid.num_columns());
  std::vector<char> covered(static_cast<size_t>(grid.num_rows()) * columns, 0);
  for (const GridCell& cell : grid.cells) {
    for (int r = cell.row; r < cell.row_end(); ++r) {
      for (int c = cell.column; c < cell.column_end(); ++c) {
        covered[static_cast<size_t>(r) * columns + static_cast<size_t>(c)] = 1;
      }
    }
  }
  for (size_t i = 0; i < covered.size(); ++i) {
    if (!covered[i]) {
      grid.cells.push_back(
          {static_cast<int>(i / columns), static_cast<int>(i % columns), 1, 1, {}});
    }
  }
  std::sort(grid.cells.begin(), grid.cells.end(), [](const GridCell& a, const GridCell& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
}

bool on_border(double value, const std::vector<double>& borders) {
  return std::any_of(borders.begin(), borders.end(),
                     [value](double border) { return std::abs(border - value) < kSameLine; });
}

}  // namespace

Table make_table(const PageWords& words, Grid grid, double confidence) {
  Table table;
  if (grid.num_rows() < 1 || grid.num_columns() < 1) return table;
  fill_holes(grid);
  drop_unused(grid.ys, grid.cells, &GridCell::row, &GridCell::row_span);
  drop_unused(grid.xs, grid.cells, &GridCell::column, &GridCell::column_span);
  table.num_rows = grid.num_rows();
  table.num_columns = grid.num_columns();
  table.confidence = confidence;
  table.box = {grid.xs.front(), grid.ys.front(), grid.xs.back(), grid.ys.back()};
  for (const GridCell& cell : grid.cells) {
    const auto x = [&](int i) { return grid.xs[static_cast<size_t>(i)]; };
    const auto y = [&](int i) { return grid.ys[static_cast<size_t>(i)]; };
    table.cells.push_back({cell.row,
                           cell.column,
                           cell.row_span,
                           cell.column_span,
                           words.text(cell.words),
                           {x(cell.column), y(cell.row), x(cell.column_end()), y(cell.row_end())}});
    table.box = unite(table.box, words.bounds(cell.words));
  }
  return table;
}

GraphicsInside graphics_inside(const PageView& view, const Box& area, const std::vector<double>& xs,
                               const std::vector<double>& ys) {
  GraphicsInside inside;
  for (const media::NativeGraphic& graphic : view.graphics) {
    const Box common = intersect(graphic.box, area);
    if (common.empty()) continue;
    // A picture far larger than the table is the page's background, e.g. its scan.
    const bool background = graphic.box.area() > 3 * area.area();
    if (graphic.kind == media::NativeGraphic::Kind::kImage && !background) {
      inside.picture_share += common.area() / area.area();
    }
    if (graphic.kind != media::NativeGraphic::Kind::kDrawing || background) continue;
    const bool frame = (on_border(graphic.box.x0, xs) && on_border(graphic.box.x1, xs)) ||
                       (on_border(graphic.box.y0, ys) && on_border(graphic.box.y1, ys));
    inside.drawings += !frame && covered(graphic.box, area) > 0.9;
  }
  return inside;
}

}  // namespace mineru::doc::flash
