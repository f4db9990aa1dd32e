#include <stddef.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "doc/vlm/chart_repetition.h"
#include "doc/vlm/chart_rows.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"

namespace mineru::doc::vlm {

namespace {

struct Row {
  std::string markdown;  // "| a | b |"
  size_t num_columns = 0;
  size_t num_codes = 0;  // of `markdown`
  bool is_separator = false;
  bool reads_back = false;  // `markdown` has as many cells again
};

// Consecutive rows, from a header to before `end`.
struct Candidate {
  size_t header = 0;
  size_t first = 0;  // of the data rows
  size_t end = 0;
};

using Block = std::vector<Row>;
using Score = std::tuple<size_t, size_t, size_t>;  // rows, columns, characters

std::string format_cell(std::string_view cell) {
  std::string text = collapse_spaces(python_strip(cell));
  if (count_of(text, "`") % 2 == 1) text += '`';
  return replace_all(text, "|", "\\|");
}

std::string separator_line(size_t num_columns) {
  std::string line = "|";
  for (size_t i = 0; i < num_columns; ++i) line += " --- |";
  return line;
}

Row make_row(const std::vector<std::string_view>& cells) {
  Row row;
  row.num_columns = cells.size();
  row.is_separator = is_chart_separator(cells);
  row.markdown = "|";
  for (const std::string_view cell : cells) row.markdown += " " + format_cell(cell) + " |";
  row.num_codes = count_codes(row.markdown);
  row.reads_back = split_chart_row(row.markdown)->size() == cells.size();
  return row;
}

bool is_noisy(const std::vector<std::string_view>& cells) {
  return std::any_of(cells.begin(), cells.end(),
                     [](std::string_view cell) { return chart_cell_issue(cell).has_value(); });
}

// Lines of two cells or more that follow each other. Below a header and its separator, noisy
// rows are left out.
std::vector<Block> read_blocks(std::string_view content) {
  std::vector<Block> blocks;
  bool open = false;
  bool below_separator = false;
  for (const std::string_view line : split_lines(content)) {
    std::string text = replace_all(replace_all(line, "\uFF5C", "|"), "\u00A6", "|");
    text = replace_all(text, "\\|", "|");
    const auto cells = split_chart_row(text);
    if (!cells || cells->size() < 2) {
      open = false;
      continue;
    }
    if (!open) {
      blocks.emplace_back();
      open = true;
      below_separator = false;
    }
    if (below_separator && is_noisy(*cells)) continue;
    const bool below_row = !blocks.back().empty();
    blocks.back().push_back(make_row(*cells));
    if (below_row && blocks.back().back().is_separator) below_separator = true;
  }
  return blocks;
}

// First row at or after `pos` that is a separator or of another width.
size_t end_of_width(const Block& rows, size_t pos, size_t num_columns) {
  while (pos < rows.size() && !rows[pos].is_separator && rows[pos].num_columns == num_columns) {
    ++pos;
  }
  return pos;
}

std::vector<Candidate> find_candidates(const Block& rows) {
  std::vector<Candidate> candidates;
  for (size_t i = 1; i < rows.size(); ++i) {
    if (!rows[i].is_separator || rows[i - 1].is_separator) continue;
    const size_t end = end_of_width(rows, i + 1, rows[i - 1].num_columns);
    if (end > i + 1) candidates.push_back({i - 1, i + 1, end});
  }
  // Without a separator, the first of some equally wide rows is the header.
  for (size_t start = 0; start < rows.size();) {
    const size_t end = end_of_width(rows, start, rows[start].num_columns);
    if (end > start + 1) candidates.push_back({start, start + 1, end});
    start = std::max(end, start + 1);
  }
  return candidates;
}

std::optional<Score> score_of(const Block& rows, const Candidate& candidate) {
  const Row& header = rows[candidate.header];
  bool reads_back = header.reads_back;
  size_t num_codes = header.num_codes + 1 + separator_line(header.num_columns).size();
  for (size_t i = candidate.first; i < candidate.end; ++i) {
    reads_back = reads_back && rows[i].reads_back;
    num_codes += 1 + rows[i].num_codes;
  }
  if (!reads_back) return std::nullopt;
  return Score(2 + candidate.end - candidate.first, header.num_columns, num_codes);
}

std::string format_table(const Block& rows, const Candidate& candidate) {
  const Row& header = rows[candidate.header];
  std::string table = header.markdown + "\n" + separator_line(header.num_columns);
  for (size_t i = candidate.first; i < candidate.end; ++i) table += "\n" + rows[i].markdown;
  return table;
}

}  // namespace

std::string largest_chart_table(std::string_view content) {
  const std::vector<Block> blocks = read_blocks(content);
  const Block* best_block = nullptr;
  Candidate best;
  Score best_score;
  for (const Block& rows : blocks) {
    for (const Candidate& candidate : find_candidates(rows)) {
      const std::optional<Score> score = score_of(rows, candidate);
      if (!score || *score <= best_score) continue;
      best_block = &rows;
      best = candidate;
      best_score = *score;
    }
  }
  return best_block == nullptr ? "" : format_table(*best_block, best);
}

}  // namespace mineru::doc::vlm
