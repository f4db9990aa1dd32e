// From placed rows of text to the cells of a table without vertical rules.
#pragma once

#include <vector>

#include "doc/flash/table_columns.h"
#include "doc/flash/table_grid.h"

namespace mineru::doc::flash {

// Words of a row in the columns [first, last].
struct Placed {
  int first = 0;
  int last = 0;
  std::vector<int> words;
  Box box;
};

struct OpenRow {
  VisualRow visual;
  int band = 0;  // number of the border above
  std::vector<Placed> placed;
  bool header = false;
  bool core = true;  // between rules
};

struct OpenBorder {
  double y = 0;
  bool full = false;
  std::vector<RuleLine> pieces;
};

struct OpenTable {
  Box area;
  std::vector<OpenBorder> borders;  // by y
  std::vector<WhiteColumn> columns;
  std::vector<double> separators;
  std::vector<OpenRow> rows;  // from top to bottom
  int header_rows = 0;
};

// A row of the table: one line or, where text is wrapped, several.
struct LogicalRow {
  std::vector<Placed> cells;
  std::vector<double> baselines;
  Box box;
  int band = 0;
  bool header = false;
  size_t first_line_cells = 0;

  double middle() const { return (baselines.front() + baselines.back()) / 2; }
  const Placed* at(int column) const {
    for (const Placed& cell : cells) {
      if (cell.first <= column && column <= cell.last) return &cell;
    }
    return nullptr;
  }
};

// Text between two rows: a cell that spans several of them, centred.
struct Label {
  int column = 0;
  int band = 0;
  double baseline = 0;
  double size = 0;
  int lines = 1;
  std::vector<int> words;
};

// Lets cells of `grid` (one for each Placed of `rows`) span rows: labels in the middle of a group,
// headings beside shorter rules, and the `labels`, which become cells.
void span_rows(const OpenTable& table, const std::vector<LogicalRow>& rows,
               const std::vector<Label>& labels, Grid& grid);

// Joins wrapped lines, finds labels that span rows, and makes the grid.
Grid build_open_grid(const PageWords& words, const OpenTable& table);

}  // namespace mineru::doc::flash
