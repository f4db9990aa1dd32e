// The rows of a table and of its rest on the next page as one table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// `first` with the rows of `second` appended, except those that repeat its header. Where
// `cell_merge` is 1, the first new row goes on in the cells of the last old one. Nothing: the
// columns do not fit, or one of them is no table. kProduct loses nothing: only as many columns fit,
// and no table within a table. Pure.
std::optional<std::string> merge_table_rows(std::string_view first, std::string_view second,
                                            const std::vector<int>& cell_merge, Compat compat);

}  // namespace mineru::doc::vlm
