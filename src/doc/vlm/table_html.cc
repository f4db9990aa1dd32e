#include "doc/vlm/table_html.h"

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include <fmt/format.h>

#include "doc/vlm/otsl_grid.h"
#include "doc/vlm/python_text.h"
#include "text/html.h"

namespace mineru::doc::vlm {

namespace {

struct Span {
  uint32_t rows = 1;
  uint32_t columns = 1;
};

bool starts_cell(OtslToken token) {
  return token == OtslToken::kFilled || token == OtslToken::kEmpty;
}
bool extends_left(OtslToken token) {
  return token == OtslToken::kLeft || token == OtslToken::kBoth;
}
bool extends_up(OtslToken token) { return token == OtslToken::kUp || token == OtslToken::kBoth; }

// Runs of merge tokens end at the next cell, so all spans together read each position twice.
Span span_at(const OtslGrid& grid, size_t row, size_t column) {
  Span span;
  const OtslCell& cell = grid.at(row, column);
  // Text after <ecel> stands between the cell and its merge tokens for the reference.
  if (cell.token == OtslToken::kFilled || cell.text.empty()) {
    for (size_t c = column + 1; c < grid.num_columns && extends_left(grid.at(row, c).token); ++c) {
      ++span.columns;
    }
  }
  for (size_t r = row + 1; r < grid.num_rows && extends_up(grid.at(r, column).token); ++r) {
    ++span.rows;
  }
  return span;
}

// Which positions some cell's span covers. Rectangles may overlap a great deal: they are added as
// their four corners and summed once, which keeps the work linear in the size of the grid.
class Coverage {
 public:
  Coverage(size_t num_rows, size_t num_columns)
      : width_(num_columns + 1), counts_((num_rows + 1) * width_) {}

  void add(size_t row, size_t column, Span span) {
    count(row, column) += 1;
    count(row + span.rows, column) -= 1;
    count(row, column + span.columns) -= 1;
    count(row + span.rows, column + span.columns) += 1;
  }

  void sum() {
    for (size_t i = 0; i < counts_.size(); ++i) {
      const bool first_row = i < width_;
      const bool first_column = i % width_ == 0;
      if (!first_row) counts_[i] += counts_[i - width_];
      if (!first_column) counts_[i] += counts_[i - 1];
      if (!first_row && !first_column) counts_[i] -= counts_[i - width_ - 1];
    }
  }

  bool covers(size_t row, size_t column) const { return counts_[row * width_ + column] != 0; }

 private:
  int32_t& count(size_t row, size_t column) { return counts_[row * width_ + column]; }

  size_t width_;
  std::vector<int32_t> counts_;
};

void append_cell(std::string& html, const OtslCell& cell, Span span) {
  html += "<td";
  if (span.rows > 1) html += fmt::format(" rowspan=\"{}\"", span.rows);
  if (span.columns > 1) html += fmt::format(" colspan=\"{}\"", span.columns);
  html += '>';
  if (cell.token == OtslToken::kFilled) html += text::escape_html(python_strip(cell.text));
  html += "</td>";
}

std::string to_html(const OtslGrid& grid) {
  std::vector<Span> spans(grid.cells.size());
  Coverage coverage(grid.num_rows, grid.num_columns);
  bool any_cell = false;
  for (size_t row = 0; row < grid.num_rows; ++row) {
    for (size_t column = 0; column < grid.num_columns; ++column) {
      if (!starts_cell(grid.at(row, column).token)) continue;
      any_cell = true;
      const Span span = span_at(grid, row, column);
      spans[row * grid.num_columns + column] = span;
      coverage.add(row, column, span);
    }
  }
  if (!any_cell) return "";
  coverage.sum();

  std::string html = "<table>";
  for (size_t row = 0; row < grid.num_rows; ++row) {
    html += "<tr>";
    for (size_t column = 0; column < grid.num_columns; ++column) {
      // A cell keeps its own position whatever covers it, since cells that start later lie to its
      // right or below. A merge token that nothing covers becomes an empty cell.
      const OtslCell& cell = grid.at(row, column);
      if (starts_cell(cell.token) || !coverage.covers(row, column)) {
        append_cell(html, cell, spans[row * grid.num_columns + column]);
      }
    }
    html += "</tr>";
  }
  return html + "</table>";
}

}  // namespace

bool has_otsl(std::string_view text) { return contains_otsl_token(text); }

std::string otsl_to_html(std::string_view otsl, Compat compat) {
  const std::string_view trimmed = compat == Compat::kReference ? otsl : python_strip(otsl);
  if (trimmed.starts_with("<table") && trimmed.ends_with("</table>")) return std::string(trimmed);
  return to_html(read_otsl(trimmed, compat));
}

}  // namespace mineru::doc::vlm
