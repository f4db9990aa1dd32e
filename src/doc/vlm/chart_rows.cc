#include "doc/vlm/chart_rows.h"

#include <stddef.h>

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr size_t kMaxCellCodes = 300;
constexpr size_t kMaxDoubleColons = 20;
constexpr size_t kMaxSemicolons = 30;
constexpr size_t kMinFragmentCodes = 3;
constexpr size_t kFragmentRepeats = 8;

// :?---:?
bool is_separator_cell(std::string_view cell) {
  if (cell.starts_with(':')) cell.remove_prefix(1);
  if (cell.ends_with(':')) cell.remove_suffix(1);
  return cell.size() >= 3 && cell.find_first_not_of('-') == std::string_view::npos;
}

// Parts between "::", ';', ',' and '|'.
std::vector<std::string_view> split_fragments(std::string_view cell) {
  std::vector<std::string_view> fragments;
  size_t start = 0;
  for (size_t pos = 0; pos < cell.size();) {
    const bool double_colon = cell.substr(pos).starts_with("::");
    if (!double_colon && std::string_view(";,|").find(cell[pos]) == std::string_view::npos) {
      ++pos;
      continue;
    }
    fragments.push_back(cell.substr(start, pos - start));
    pos += double_colon ? 2 : 1;
    start = pos;
  }
  fragments.push_back(cell.substr(start));
  return fragments;
}

}  // namespace

std::optional<std::vector<std::string_view>> split_chart_row(std::string_view line) {
  line = python_strip(line);
  if (line.find('|') == std::string_view::npos) return std::nullopt;
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string_view> cells;
  bool in_code = false;
  size_t start = 0;
  for (size_t pos = 0; pos < line.size(); ++pos) {
    if (line[pos] == '\\') {
      ++pos;
    } else if (line[pos] == '`') {
      in_code = !in_code;
    } else if (line[pos] == '|' && !in_code) {
      cells.push_back(python_strip(line.substr(start, pos - start)));
      start = pos + 1;
    }
  }
  cells.push_back(python_strip(line.substr(start)));
  return cells;
}

bool is_chart_separator(const std::vector<std::string_view>& cells) {
  return !cells.empty() && std::all_of(cells.begin(), cells.end(), is_separator_cell);
}

bool is_chart_separator_line(std::string_view line) {
  const auto cells = split_chart_row(line);
  return cells && is_chart_separator(*cells);
}

std::optional<std::string> chart_cell_issue(std::string_view cell) {
  const size_t num_codes = count_codes(cell);
  const size_t double_colons = count_of(cell, "::");
  const size_t semicolons = count_of(cell, ";");
  if (num_codes > kMaxCellCodes || double_colons > kMaxDoubleColons ||
      semicolons > kMaxSemicolons) {
    return fmt::format("content_repetition_cell_overlength: len={}, double_colon={}, semicolon={}",
                       num_codes, double_colons, semicolons);
  }
  std::unordered_map<std::string, size_t> counts;
  for (const std::string_view part : split_fragments(cell)) {
    const std::string fragment = text::fold_case(collapse_spaces(python_strip(part)));
    if (count_codes(fragment) < kMinFragmentCodes) continue;
    if (++counts[fragment] < kFragmentRepeats) continue;
    return fmt::format("content_repetition_phrase_segment: fragment {} repeats {} times",
                       quote_like_python(fragment), kFragmentRepeats);
  }
  return std::nullopt;
}

}  // namespace mineru::doc::vlm
