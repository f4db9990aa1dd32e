// Columns by white space, and rows within a band between two rules.
#pragma once

#include <span>
#include <vector>

#include "doc/flash/table_grid.h"
#include "doc/flash/table_words.h"

namespace mineru::doc::flash {

inline constexpr size_t kMaxColumns = 150;  // more are no table

struct WhiteColumn {
  double x0 = 0;  // extent of the text
  double x1 = 0;
};

// Columns that the rows' words form between gaps common to (nearly) all rows with several pieces.
// `separators` (x of vertical rules) always part columns. One column at least, from left to right.
std::vector<WhiteColumn> white_columns(const PageWords& words, std::span<const VisualRow> rows,
                                       std::span<const double> separators);

// Bands of a ruled grid that hold several rows of text without rules between them (a rule under the
// header only) become rows; wrapped text stays together.
void split_ruled_rows(const PageView& view, Grid& grid);

}  // namespace mineru::doc::flash
