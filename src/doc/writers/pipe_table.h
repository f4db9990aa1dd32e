// A table's HTML as a table of Markdown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mineru::doc {

// kRefused: nothing is returned where the table has merged cells, rows of different lengths, or
// line breaks, formulas, pictures or other markup in its cells.
enum class Loss { kRefused, kAllowed };

// The first row is the head, which Markdown asks for. The text of a merged cell is repeated in each
// row that it covers, and stands in the first of the columns that it covers only. Line breaks are
// <br>, formulas $...$. Nothing: no cell, a table in a table, or more cells than fit.
std::optional<std::string> pipe_table(std::string_view html, Loss loss);

}  // namespace mineru::doc
