// Rows and columns of a table, with cells that span them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "doc/vlm/table_merge_tree.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

struct ScannedCell {
  HtmlNode* node = nullptr;
  int column = 0;  // its first
  int colspan = 1;
  int rowspan = 1;
};

struct ScannedRow {
  HtmlNode* node = nullptr;
  std::vector<ScannedCell> cells;  // that begin here
  std::vector<HtmlNode*> owners;  // [columns] the cell over each, also from rows above; may be null
  int actual_columns = 0;         // of the cells that begin here
  int segments = 0;               // cells that are seen in the row

  int effective_columns() const { return static_cast<int>(owners.size()); }
};

struct TableScan {
  std::vector<ScannedRow> rows;
  int columns = 0;
  std::vector<int> hanging;  // [columns] rows beyond the last that a cell above still covers
};

constexpr size_t kMaxHeaderRows = 5;  // that are compared

// Borrows the nodes. Nothing: no rows, or more columns or places than any table has.
std::optional<TableScan> scan_table(HtmlNode& root);

// Rows at the front of `second` that repeat the header of `first`, kMaxHeaderRows at most.
// kReference: all that are alike. kProduct: the first one, if it has words, and those that its
// spans tie to it; a row of data that comes again is data.
size_t count_repeated_header(const TableScan& first, const TableScan& second, Compat compat);

// Null: no row has any.
const ScannedRow* last_with_cells(const TableScan& scan);

// Without white space, full-width characters narrowed.
std::string comparable_text(const HtmlNode& cell);

// Neither text nor anything else that is seen.
bool is_blank_cell(const HtmlNode& cell);

}  // namespace mineru::doc::vlm
