// Rows of the Markdown tables in chart replies. A bar is no border behind a backslash or between
// backquotes. Pure functions, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mineru::doc::vlm {

// Cells without the white space around them, borrowed from `line`; nothing if it holds no bar.
std::optional<std::vector<std::string_view>> split_chart_row(std::string_view line);

// | --- | :---: |, of any width.
bool is_chart_separator(const std::vector<std::string_view>& cells);
bool is_chart_separator_line(std::string_view line);

// Why a cell looks like the work of a loop.
std::optional<std::string> chart_cell_issue(std::string_view cell);

}  // namespace mineru::doc::vlm
