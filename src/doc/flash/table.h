// Tables found by geometry: ruled grids, booktabs-like rules, and aligned columns without rules.
#pragma once

#include <string>
#include <vector>

#include "doc/flash/text_line.h"
#include "media/native_page.h"

namespace mineru::doc::flash {

struct TableCell {
  int row = 0;
  int column = 0;
  int row_span = 1;
  int column_span = 1;
  std::string text;  // lines of the cell joined as a paragraph; script tags kept
  Box box;
};

struct Table {
  Box box;  // rules and text of the body; no caption
  int num_rows = 0;
  int num_columns = 0;
  std::vector<TableCell> cells;  // every grid position is covered by exactly one cell
  double confidence = 0;         // 0..1; ruled grids near 1
};

// Takes the words that lie in tables out of `segments` (a segment that is partly inside is split)
// and returns the tables, top to bottom. `body_size` is the font size of the running text.
std::vector<Table> extract_tables(std::vector<Segment>& segments,
                                  const std::vector<media::NativeRule>& rules,
                                  const std::vector<media::NativeGraphic>& graphics,
                                  double body_size);

// "<table><tr><td rowspan="2">..</td>..</tr></table>", as the reference writes tables: td only,
// text HTML-escaped but for the <sup>/<sub> tags.
std::string table_html(const Table& table);

}  // namespace mineru::doc::flash
