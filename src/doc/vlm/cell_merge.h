// Cells that go on overleaf: where a table ends a page and its rest begins the next one, the model
// is asked which cells of the first row there continue those of the last row here. Pure functions,
// thread-safe, total.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

using PageContent = std::vector<ContentBlock>;  // post-processed, in reading order

// Places of the last table of a page and the first one of the next, with nothing but captions,
// footnotes and what stands at the edges of the page between them.
struct OverleafTables {
  size_t previous = 0;
  size_t next = 0;
};
std::optional<OverleafTables> find_overleaf_tables(const PageContent& previous,
                                                   const PageContent& next);

struct ColumnRange {
  int first = 0;
  int end = 0;  // not included
};

// A question to the model, text only (PromptKind::kCellMerge), about the first table of a page.
struct CellMergeTask {
  size_t block = 0;  // its place on its page
  std::string prompt;
  std::vector<ColumnRange> segments;  // the columns under each cell that is seen in the row
  int columns = 0;                    // of the table
};

// Nothing: no table goes on, or the two do not fit each other in width and columns.
std::optional<CellMergeTask> cell_merge_task(const PageContent& previous, const PageContent& next,
                                             Compat compat);

// The first list of numbers in the reply, if all are 0 or 1. "[0, 1]": the second cell goes on.
std::optional<std::vector<int>> parse_cell_merge(std::string_view reply);

// Sets `cell_merge` of the table that `task` asked about, one number a column. A reply that does
// not answer the question changes nothing, and gives false.
bool apply_cell_merge(const CellMergeTask& task, std::string_view reply, PageContent& next);

}  // namespace mineru::doc::vlm
