// Rows of text in the bands of a ruled grid.
#include <algorithm>
#include <cmath>
#include <utility>

#include "doc/flash/table_columns.h"
#include "doc/flash/table_text.h"

namespace mineru::doc::flash {

namespace {

struct CellLines {
  int cell = 0;
  std::vector<VisualRow> lines;
  bool values = true;  // nearly every line is a number or the like
};

// How the lines of a band's cells read: as rows of their own or as wrapped text.
struct Evidence {
  int pairs = 0;
  int forced = 0;  // line ends although the next line's first word would have fitted
  int reads_on = 0;
};

void weigh(const PageWords& words, const CellLines& cell, double width, Evidence& evidence) {
  for (size_t i = 0; i + 1 < cell.lines.size(); ++i) {
    const VisualRow& line = cell.lines[i];
    const VisualRow& next = cell.lines[i + 1];
    const double needed =
        line.box.width() + 0.3 * line.size + words.box(next.words.front()).width();
    const std::string text = words.line(line.words).plain_text();
    const std::string next_text = words.line(next.words).plain_text();
    const bool values = is_value(text) && is_value(next_text);  // never wrapped
    ++evidence.pairs;
    evidence.forced += values || needed < width - 0.8 * line.size;
    // A symbol or a number does not read on, whatever follows.
    evidence.reads_on +=
        !is_value(text) && text.size() > 2 && next_text.size() > 2 && reads_on(text, next_text);
  }
}

bool is_row_per_line(const Evidence& evidence, const std::vector<CellLines>& cells,
                     size_t num_rows) {
  size_t several = 0;
  size_t lines = 0;
  bool value_column = false;
  bool even = true;  // all cells have a line in every row
  for (const CellLines& cell : cells) {
    even = even && cell.lines.size() == num_rows;
    several += cell.lines.size() >= 2;
    lines += cell.lines.size();
    value_column = value_column || (cell.values && cell.lines.size() == num_rows);
  }
  if (several < 2 ||
      static_cast<double>(lines) < 0.6 * static_cast<double>(num_rows * cells.size())) {
    return false;
  }
  if (even && value_column && evidence.reads_on == 0) return true;
  if (evidence.forced < 0.6 * evidence.pairs || evidence.reads_on > 0.2 * evidence.pairs)
    return false;
  return value_column || (num_rows >= 4 && evidence.reads_on == 0);
}

void insert_rows(Grid& grid, int band, const std::vector<VisualRow>& rows) {
  const int added = static_cast<int>(rows.size()) - 1;
  for (GridCell& cell : grid.cells) {
    if (cell.row > band) {
      cell.row += added;
    } else if (cell.row_end() > band) {
      cell.row_span += added;
    }
  }
  std::vector<double> middles;
  for (size_t i = 0; i + 1 < rows.size(); ++i) {
    middles.push_back((rows[i].box.y1 + rows[i + 1].box.y0) / 2);
  }
  grid.ys.insert(grid.ys.begin() + band + 1, middles.begin(), middles.end());
}

// The band's cells after insert_rows: each line to its row; a lone line in the middle spans them.
void distribute(const PageWords& words, Grid& grid, int band, const std::vector<CellLines>& cells,
                const std::vector<VisualRow>& rows) {
  const double middle = (rows.front().baseline + rows.back().baseline) / 2;
  const double pitch =
      (rows.back().baseline - rows.front().baseline) / static_cast<double>(rows.size() - 1);
  for (const CellLines& lines : cells) {
    const GridCell cell = grid.cells[static_cast<size_t>(lines.cell)];
    if (lines.lines.size() == 1 && std::abs(lines.lines[0].baseline - middle) < 0.3 * pitch)
      continue;
    std::vector<GridCell> parts;
    for (size_t r = 0; r < rows.size(); ++r) {
      parts.push_back({band + static_cast<int>(r), cell.column, 1, cell.column_span, {}});
    }
    for (const int word : cell.words) {
      const double baseline = words.at(word).baseline;
      const auto next =
          std::lower_bound(rows.begin(), rows.end(), baseline,
                           [](const VisualRow& row, double value) { return row.baseline < value; });
      auto best = static_cast<size_t>(next - rows.begin());
      if (best == rows.size() ||
          (best > 0 && baseline - rows[best - 1].baseline < rows[best].baseline - baseline)) {
        --best;
      }
      parts[best].words.push_back(word);
    }
    grid.cells[static_cast<size_t>(lines.cell)] = std::move(parts[0]);
    for (size_t r = 1; r < parts.size(); ++r) grid.cells.push_back(std::move(parts[r]));
  }
}

// Returns the number of rows that the band became.
int split_band(const PageView& view, Grid& grid, int band) {
  std::vector<CellLines> cells;
  std::vector<int> common;  // words of the cells with several lines
  Evidence evidence;
  for (size_t i = 0; i < grid.cells.size(); ++i) {
    const GridCell& cell = grid.cells[i];
    if (cell.row != band || cell.row_span != 1 || cell.words.empty()) continue;
    CellLines lines{static_cast<int>(i), view.words.rows(cell.words), true};
    size_t values = 0;
    for (const VisualRow& line : lines.lines) {
      values += is_value(view.words.line(line.words).plain_text());
    }
    lines.values = 5 * values >= 4 * lines.lines.size();
    if (lines.lines.size() >= 2) common.insert(common.end(), cell.words.begin(), cell.words.end());
    weigh(
        view.words, lines,
        grid.xs[static_cast<size_t>(cell.column_end())] - grid.xs[static_cast<size_t>(cell.column)],
        evidence);
    cells.push_back(std::move(lines));
  }
  const std::vector<VisualRow> rows = view.words.rows(common);
  if (rows.size() < 2 || !is_row_per_line(evidence, cells, rows.size())) return 1;
  insert_rows(grid, band, rows);
  distribute(view.words, grid, band, cells, rows);
  return static_cast<int>(rows.size());
}

}  // namespace

void split_ruled_rows(const PageView& view, Grid& grid) {
  // Many bands mean that rules part the rows already, so that only few need a look; this also
  // bounds the work (bands x cells).
  constexpr int kMaxBands = 60;
  if (grid.num_rows() > kMaxBands) return;
  for (int band = 0; band < grid.num_rows();) band += split_band(view, grid, band);
}

}  // namespace mineru::doc::flash
