#include "doc/vlm/pipe_table.h"

#include <stddef.h>

#include <algorithm>
#include <vector>

#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"
#include "doc/vlm/table_html.h"
#include "text/html.h"

namespace mineru::doc::vlm {

namespace {

// :?---:? at `pos`; its end, or `pos` if there is none.
size_t skip_separator_cell(std::string_view line, size_t pos) {
  size_t end = pos;
  if (end < line.size() && line[end] == ':') ++end;
  const size_t dashes = end;
  while (end < line.size() && line[end] == '-') ++end;
  if (end - dashes < 3) return pos;
  if (end < line.size() && line[end] == ':') ++end;
  return end;
}

// Two cells or more of dashes; bars at both ends are optional.
bool is_separator(std::string_view line) {
  line = python_strip(line);
  size_t pos = line.starts_with('|') ? skip_python_space(line, 1) : 0;
  for (size_t cells = 0;; ++cells) {
    if (pos == line.size() && cells >= 2) return true;  // behind the bar at the end
    const size_t end = skip_separator_cell(line, pos);
    if (end == pos) return false;
    pos = skip_python_space(line, end);
    if (pos == line.size()) return cells >= 1;
    if (line[pos] != '|') return false;
    pos = skip_python_space(line, pos + 1);
  }
}

std::string_view without_outer_bars(std::string_view line) {
  line = python_strip(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  return line;
}

// Cells with "\|" read as a bar. A backslash before a backslash hides nothing.
std::vector<std::string> split_row(std::string_view line) {
  line = without_outer_bars(line);
  std::vector<std::string> cells(1);
  for (size_t pos = 0; pos < line.size(); ++pos) {
    const std::string_view pair = line.substr(pos, 2);
    if (pair == "\\\\" || pair == "\\|") {
      cells.back() += pair == "\\|" ? "|" : pair;
      ++pos;
    } else if (line[pos] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += line[pos];
    }
  }
  return cells;
}

std::string row_html(const std::vector<std::string>& cells, std::string_view tag) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) {
    html += "<" + std::string(tag) + ">" + text::escape_html(python_strip(cell));
    html += "</" + std::string(tag) + ">";
  }
  return html + "</tr>";
}

// A line as a hasty reader sees it: every bar but the outer two divides.
struct RoughLine {
  size_t num_columns = 1;
  bool is_row = false;  // two columns or more
  bool is_separator = false;
  bool is_blank = false;
};

RoughLine look_at(std::string_view line) {
  RoughLine rough;
  rough.num_columns = 1 + count_of(without_outer_bars(line), "|");
  rough.is_row = rough.num_columns >= 2;
  rough.is_separator = is_separator(line);
  rough.is_blank = python_strip(line).empty();
  return rough;
}

}  // namespace

std::optional<std::string> markdown_table_to_html(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(python_strip(text));
  if (lines.size() < 2 || !is_separator(lines[1])) return std::nullopt;
  const std::vector<std::string> header = split_row(lines[0]);
  if (header.size() < 2 || split_row(lines[1]).size() != header.size()) return std::nullopt;
  std::string html = "<table>" + row_html(header, "th");
  for (size_t i = 2; i < lines.size(); ++i) {
    const std::vector<std::string> row = split_row(lines[i]);
    if (row.size() != header.size()) return std::nullopt;
    html += row_html(row, "td");
  }
  return html + "</table>";
}

bool markdown_table_malformed(std::string_view text) {
  std::vector<RoughLine> lines;
  for (const std::string_view line : split_lines(text)) lines.push_back(look_at(line));
  bool any_table = false;
  const RoughLine* previous = nullptr;  // nearest line above that is not blank
  size_t table_columns = 0;             // of the table whose rows go on; 0 outside of one
  for (const RoughLine& line : lines) {
    if (line.is_separator) {
      if (previous == nullptr || !previous->is_row) return true;
      if (previous->num_columns != line.num_columns) return true;
      any_table = true;
    }
    if (table_columns > 0 && line.is_row && line.num_columns != table_columns) return true;
    if (line.is_separator) table_columns = line.num_columns;
    if (!line.is_row) table_columns = 0;
    if (!line.is_blank) previous = &line;
  }
  const auto rows =
      std::count_if(lines.begin(), lines.end(), [](const RoughLine& line) { return line.is_row; });
  return !any_table && rows >= 2;
}

std::string pure_table_to_html(std::string_view text, Compat compat) {
  const std::string_view trimmed = python_strip(text);
  if (trimmed.empty()) return "";
  constexpr std::string_view kOpen = "<table";
  constexpr std::string_view kClose = "</table>";
  if (trimmed.size() >= kClose.size() && to_lower_ascii(trimmed.substr(0, kOpen.size())) == kOpen &&
      to_lower_ascii(trimmed.substr(trimmed.size() - kClose.size())) == kClose) {
    return std::string(trimmed);
  }
  if (const std::optional<std::string> html = markdown_table_to_html(trimmed)) return *html;
  return has_otsl(trimmed) ? otsl_to_html(trimmed, compat) : "";
}

}  // namespace mineru::doc::vlm
