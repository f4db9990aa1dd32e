// Cells that span rows in tables without vertical rules.
#include <algorithm>
#include <cmath>
#include <utility>

#include "doc/flash/table_open_rows.h"

namespace mineru::doc::flash {

namespace {

// A cell of one column by its place in rows, with halves between two rows; `cell` is its number in
// the grid, or -1 for a label that is not in it yet.
struct Mark {
  double place = 0;
  int cell = -1;
  const Label* label = nullptr;
};

class RowSpanner {
 public:
  RowSpanner(const OpenTable& table, const std::vector<LogicalRow>& rows,
             const std::vector<Label>& labels, Grid& grid)
      : table_(table), rows_(rows), labels_(labels), grid_(grid) {
    owner_.assign(rows.size() * static_cast<size_t>(grid.num_columns()), -1);
    for (size_t i = 0; i < grid.cells.size(); ++i) claim(static_cast<int>(i));
    while (header_rows_ < rows.size() && rows[header_rows_].header) ++header_rows_;
  }

  void run() {
    for (size_t begin = header_rows_; begin < rows_.size();) {
      size_t end = begin;
      while (end < rows_.size() && rows_[end].band == rows_[begin].band) ++end;
      for (int c = 0; c < grid_.num_columns(); ++c) span_labels(begin, end, c);
      begin = end;
    }
    for (int c = 0; c < grid_.num_columns(); ++c) {
      span_header(c);
      span_beside_rules(c);
    }
    std::erase_if(grid_.cells, [](const GridCell& cell) { return cell.row_span == 0; });
  }

 private:
  int& owner(size_t row, int column) {
    return owner_[row * static_cast<size_t>(grid_.num_columns()) + static_cast<size_t>(column)];
  }
  GridCell& cell(int number) { return grid_.cells[static_cast<size_t>(number)]; }

  void claim(int number) {
    const GridCell& c = cell(number);
    for (int r = c.row; r < c.row_end(); ++r) {
      for (int column = c.column; column < c.column_end(); ++column) {
        owner(static_cast<size_t>(r), column) = number;
      }
    }
  }

  void stretch(int number, size_t begin, size_t end) {
    cell(number).row = static_cast<int>(begin);
    cell(number).row_span = static_cast<int>(end - begin);
    claim(number);
  }

  void add(const Mark& mark, int column, size_t begin, size_t end) {
    int number = mark.cell;
    if (number < 0) {
      number = static_cast<int>(grid_.cells.size());
      grid_.cells.push_back({static_cast<int>(begin), column, 1, 1, mark.label->words});
    }
    stretch(number, begin, end);
  }

  double place_of(const Label& label, size_t begin, size_t end) const {
    size_t next = begin;
    while (next < end && rows_[next].middle() < label.baseline) ++next;
    if (next == begin || next == end) return static_cast<double>(next == end ? end - 1 : begin);
    const double part = (label.baseline - rows_[next - 1].middle()) /
                        (rows_[next].middle() - rows_[next - 1].middle());
    return static_cast<double>(next) - 1 + std::round(part * 2) / 2;
  }

  // Marks in the middle of groups that fill the band exactly, e.g. at rows 1, 4 and 7 of nine.
  bool tile(size_t begin, size_t end, int column, const std::vector<Mark>& marks) {
    std::vector<std::pair<size_t, size_t>> groups;
    double start = static_cast<double>(begin);
    for (const Mark& mark : marks) {
      const double last = 2 * mark.place - start;
      if (mark.place < start || last > static_cast<double>(end) - 0.5) return false;
      groups.emplace_back(static_cast<size_t>(start), static_cast<size_t>(last) + 1);
      start = last + 1;
    }
    if (static_cast<size_t>(start) != end) return false;
    for (size_t i = 0; i < marks.size(); ++i) {
      add(marks[i], column, groups[i].first, groups[i].second);
    }
    return true;
  }

  // Otherwise a label reaches as far as the rows above and below it are free, by the same number.
  void grow(size_t begin, size_t end, int column, const std::vector<Mark>& marks) {
    for (const Mark& mark : marks) {
      if (mark.cell >= 0) continue;
      auto low = static_cast<long>(std::floor(mark.place));
      auto high = static_cast<long>(std::ceil(mark.place));
      const auto is_free = [&](long r) {
        return r >= static_cast<long>(begin) && r < static_cast<long>(end) &&
               owner(static_cast<size_t>(r), column) < 0;
      };
      if (!is_free(low)) low = high;
      if (!is_free(high)) high = low;
      if (!is_free(low)) {  // no room at all: it joins the cell that is there
        auto& words = cell(owner(static_cast<size_t>(low), column)).words;
        words.insert(words.end(), mark.label->words.begin(), mark.label->words.end());
        continue;
      }
      const auto crowded = [&](double reach) {
        return std::any_of(marks.begin(), marks.end(), [&](const Mark& other) {
          const double distance = std::abs(other.place - mark.place);
          return distance > 0 && distance <= 2 * reach;
        });
      };
      while (is_free(low - 1) && is_free(high + 1) &&
             !crowded(mark.place - static_cast<double>(low) + 1)) {
        --low;
        ++high;
      }
      add(mark, column, static_cast<size_t>(low), static_cast<size_t>(high) + 1);
    }
  }

  void span_labels(size_t begin, size_t end, int column) {
    std::vector<Mark> marks;
    for (size_t r = begin; r < end; ++r) {
      const int number = owner(r, column);
      if (number < 0) continue;
      if (cell(number).column_span > 1) {
        // A heading within the body parts the groups.
        span_group(begin, r, column, std::move(marks));
        marks = {};
        begin = r + 1;
        continue;
      }
      marks.push_back({static_cast<double>(r), number, nullptr});
    }
    span_group(begin, end, column, std::move(marks));
  }

  void span_group(size_t begin, size_t end, int column, std::vector<Mark> marks) {
    if (begin >= end) return;
    const size_t cells = marks.size();
    const double top = begin > 0 ? rows_[begin - 1].middle() : -1e9;
    const double bottom = end < rows_.size() ? rows_[end].middle() : 1e9;
    for (const Label& label : labels_) {
      if (label.column != column || label.band != rows_[begin].band) continue;
      if (label.baseline < top || label.baseline > bottom) continue;
      marks.push_back({place_of(label, begin, end), -1, &label});
    }
    const bool labelled = marks.size() > cells;
    // Without a label between rows, only the first column may hold centred ones (an odd number of
    // rows); a lone value elsewhere is just that.
    const bool may_centre = column == 0 && end - begin >= 3 && cells < end - begin;
    if (marks.empty() || (!labelled && !may_centre)) return;
    std::sort(marks.begin(), marks.end(),
              [](const Mark& a, const Mark& b) { return a.place < b.place; });
    if (!tile(begin, end, column, marks)) grow(begin, end, column, marks);
  }

  bool covers(const OpenBorder& border, int column) const {
    if (border.full) return true;
    const WhiteColumn& c = table_.columns[static_cast<size_t>(column)];
    return std::any_of(border.pieces.begin(), border.pieces.end(), [&](const RuleLine& line) {
      return media::overlap(line.start, line.end, c.x0, c.x1) > 0.5 * (c.x1 - c.x0);
    });
  }

  // Whether a rule over `column` lies between the rows `above` and `above` + 1.
  bool is_parted(size_t above, int column) const {
    for (int b = rows_[above].band + 1; b <= rows_[above + 1].band; ++b) {
      if (covers(table_.borders[static_cast<size_t>(b)], column)) return true;
    }
    return false;
  }

  static bool has_spans(const LogicalRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(),
                       [](const Placed& placed) { return placed.last > placed.first; });
  }

  // A column's headings that no rule parts are one cell: "Total flow" over "reduction (%)".
  void span_header(int column) {
    int first = -1;
    for (size_t r = 0; r < header_rows_; ++r) {
      const int number = owner(r, column);
      if (r > 0 && is_parted(r - 1, column)) return;
      if (number < 0) continue;
      // Two texts are one only where the rows were parted for other columns' sake.
      if (first >= 0 && rows_[r].band == rows_[r - 1].band && !has_spans(rows_[r - 1])) return;
      if (cell(number).column_span > 1) return;
      if (first < 0) first = number;
    }
    if (first < 0 || header_rows_ < 2) return;
    for (size_t r = 0; r < header_rows_; ++r) {
      const int number = owner(r, column);
      if (number < 0 || number == first) continue;
      GridCell& more = cell(number);
      cell(first).words.insert(cell(first).words.end(), more.words.begin(), more.words.end());
      more.row_span = 0;  // removed at the end
    }
    stretch(first, 0, header_rows_);
  }

  // In the body, a cell beside shorter rules reaches from a rule over its column to the next.
  void span_beside_rules(int column) {
    for (size_t begin = header_rows_; begin < rows_.size();) {
      size_t end = begin + 1;
      bool crossed = false;
      for (; end < rows_.size() && !is_parted(end - 1, column); ++end) {
        crossed = crossed || rows_[end].band != rows_[end - 1].band;
      }
      int only = -1;
      bool lone = crossed;
      for (size_t r = begin; r < end && lone; ++r) {
        const int number = owner(r, column);
        if (number < 0 || number == only) continue;
        lone = only < 0 && cell(number).column_span == 1;
        only = number;
      }
      if (lone && only >= 0) stretch(only, begin, end);
      begin = end;
    }
  }

  const OpenTable& table_;
  const std::vector<LogicalRow>& rows_;
  const std::vector<Label>& labels_;
  Grid& grid_;
  std::vector<int> owner_;  // [rows, columns], number of the cell or -1
  size_t header_rows_ = 0;
};

}  // namespace

void span_rows(const OpenTable& table, const std::vector<LogicalRow>& rows,
               const std::vector<Label>& labels, Grid& grid) {
  RowSpanner(table, rows, labels, grid).run();
}

}  // namespace mineru::doc::flash
