// The grid that all finders fill, before it becomes a Table.
#pragma once

#include <vector>

#include "doc/flash/table.h"
#include "doc/flash/table_rules.h"
#include "doc/flash/table_words.h"

namespace mineru::doc::flash {

// Where no rules tell, in font sizes:
inline constexpr double kColumnGapEm = 1.2;  // between the cells of a row
inline constexpr double kMaxPitchEm = 2.6;   // from row to row
inline constexpr int kMaxCellChars = 40;     // longer pieces are lines of running text

struct GridCell {
  int row = 0;
  int column = 0;
  int row_span = 1;
  int column_span = 1;
  std::vector<int> words;

  int row_end() const { return row + row_span; }
  int column_end() const { return column + column_span; }
};

struct Grid {
  std::vector<double> ys;  // borders of the rows, one more than rows
  std::vector<double> xs;
  std::vector<GridCell> cells;  // do not overlap; what they leave free is empty cells

  int num_rows() const { return static_cast<int>(ys.size()) - 1; }
  int num_columns() const { return static_cast<int>(xs.size()) - 1; }
};

// What every finder looks at.
struct PageView {
  PageWords& words;
  const RuleLines& lines;
  const std::vector<media::NativeGraphic>& graphics;
  double body_size = 10;
};

// Texts and boxes; empty cells where nothing is; rows and columns without a cell of their own
// removed.
Table make_table(const PageWords& words, Grid grid, double confidence);

// The three finders. Each takes the words of its tables out of view.words.
// Components that were not accepted as grids keep their lines for the second finder: `used` marks
// the horizontal lines of accepted grids.
std::vector<Table> find_ruled_tables(PageView& view, std::vector<char>& used);
std::vector<Table> find_booktabs_tables(PageView& view, const std::vector<char>& used);
std::vector<Table> find_aligned_tables(PageView& view);

// Rows of the open region `area` (rules above and below, columns by white space). The words of
// `area` are analysed; nothing is taken. An empty grid: no table.
struct OpenRegion {
  Box area;
  Box core;                        // the part between rules: it alone tells the columns
  std::vector<RuleLine> full;      // horizontal lines over the whole width, by position
  std::vector<RuleLine> partial;   // shorter ones between them
  std::vector<double> separators;  // x of vertical rules: always a border between columns
};
Grid analyse_open_region(const PageView& view, const OpenRegion& region);

// Part of `area` that pictures cover (0..1), and the number of drawings in it that do not coincide
// with a border of the grid.
struct GraphicsInside {
  double picture_share = 0;
  int drawings = 0;
};
GraphicsInside graphics_inside(const PageView& view, const Box& area, const std::vector<double>& xs,
                               const std::vector<double>& ys);

}  // namespace mineru::doc::flash
