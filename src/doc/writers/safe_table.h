// A table's HTML, as recognised, for a page that trusts nothing.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mineru::doc {

// Renders what a cell may hold besides text.
struct TableParts {
  std::function<std::string(const std::string& latex)> formula;
  std::function<std::string(const std::string& source)> picture;  // a name in images/, or data:
};

// Only elements of tables, lists and simple text pass, of attributes only rowspan and colspan as
// numbers; other tags go and their text stays. Every element is closed where it must end.
std::string safe_table(std::string_view html, const TableParts& parts);

}  // namespace mineru::doc
