#include "doc/flash/table_open_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doc/flash/table_text.h"

namespace mineru::doc::flash {

namespace {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<long>(middle), values.end());
  return values[middle];
}

class OpenGridBuilder {
 public:
  OpenGridBuilder(const PageWords& words, const OpenTable& table) : words_(words), table_(table) {}

  Grid build();

 private:
  void measure();
  void add_header_row(const OpenRow& row);
  void add_body_band(size_t begin, size_t end);
  std::vector<char> find_labels(size_t begin, size_t end);
  size_t main_row_cells(size_t begin, size_t end) const;
  double main_row_pitch(size_t begin, size_t end, size_t main_cells) const;
  bool is_between_rows(size_t i, double pitch) const;
  bool stands_free(size_t i, bool below_label, size_t main_cells) const;
  void add_label(const OpenRow& row);
  bool continues(const LogicalRow& above, const OpenRow& row) const;
  void start_row(const OpenRow& row);
  void join_row(LogicalRow& row, const OpenRow& more);
  void set_borders(Grid& grid) const;

  const PageWords& words_;
  const OpenTable& table_;
  std::vector<LogicalRow> rows_;
  std::vector<Label> labels_;
  double tight_pitch_ = 0;   // rows closer than this continue the row above; 0: pitch is uniform
  bool ruled_rows_ = false;  // a rule under every row
};

// Whether the pitch tells wrapped lines from rows, and whether rules do.
void OpenGridBuilder::measure() {
  std::vector<double> pitches;
  int bands = 0;
  int body_rows = 0;
  for (size_t i = static_cast<size_t>(table_.header_rows); i < table_.rows.size(); ++i) {
    const OpenRow& row = table_.rows[i];
    ++body_rows;
    const bool first = i == static_cast<size_t>(table_.header_rows);
    if (first || row.band != table_.rows[i - 1].band) {
      ++bands;
    } else {
      pitches.push_back(row.visual.baseline - table_.rows[i - 1].visual.baseline);
    }
  }
  ruled_rows_ = bands >= 3 && body_rows <= 3 * bands;
  if (pitches.size() < 3) return;
  std::sort(pitches.begin(), pitches.end());
  const double low = pitches[pitches.size() / 8];
  const double high = pitches[pitches.size() - 1 - pitches.size() / 4];
  if (high > 1.25 * low) tight_pitch_ = (low + high) / 2;
}

void OpenGridBuilder::start_row(const OpenRow& row) {
  rows_.push_back(
      {row.placed, {row.visual.baseline}, row.visual.box, row.band, row.header, row.placed.size()});
}

void OpenGridBuilder::join_row(LogicalRow& row, const OpenRow& more) {
  for (const Placed& placed : more.placed) {
    auto cell = std::find_if(row.cells.begin(), row.cells.end(), [&](const Placed& other) {
      return other.first <= placed.last && placed.first <= other.last;
    });
    if (cell == row.cells.end()) {
      row.cells.push_back(placed);
      continue;
    }
    cell->words.insert(cell->words.end(), placed.words.begin(), placed.words.end());
    cell->box = unite(cell->box, placed.box);
    cell->first = std::min(cell->first, placed.first);
    cell->last = std::max(cell->last, placed.last);
  }
  row.baselines.push_back(more.visual.baseline);
  row.box = unite(row.box, more.visual.box);
}

// Lines of a header between two rules are one row, unless a heading spans columns that the next
// line names.
void OpenGridBuilder::add_header_row(const OpenRow& row) {
  if (!rows_.empty() && rows_.back().band == row.band && row.core) {
    LogicalRow& above = rows_.back();
    const bool spans = std::any_of(above.cells.begin(), above.cells.end(),
                                   [](const Placed& cell) { return cell.last > cell.first; });
    const bool spans_too = std::any_of(row.placed.begin(), row.placed.end(),
                                       [&](const Placed& cell) { return cell.last > cell.first; });
    const double pitch = row.visual.baseline - above.baselines.back();
    if (!spans && !spans_too && pitch < 1.36 * row.visual.size) {
      join_row(above, row);
      return;
    }
  }
  start_row(row);
}

// How many cells make a row one of the fuller ones.
size_t OpenGridBuilder::main_row_cells(size_t begin, size_t end) const {
  size_t most = 0;
  for (size_t i = begin; i < end; ++i) most = std::max(most, table_.rows[i].placed.size());
  return std::max<size_t>(2, (most + 1) / 2);
}

// Usual distance of the fuller rows; 0: there are not two.
double OpenGridBuilder::main_row_pitch(size_t begin, size_t end, size_t main_cells) const {
  std::vector<double> pitches;
  double last = -1;
  for (size_t i = begin; i < end; ++i) {
    if (table_.rows[i].placed.size() < main_cells) continue;
    if (last >= 0) pitches.push_back(table_.rows[i].visual.baseline - last);
    last = table_.rows[i].visual.baseline;
  }
  return median(std::move(pitches));
}

// Whether the row is closer to both its neighbours than rows are.
bool OpenGridBuilder::is_between_rows(size_t i, double pitch) const {
  const double baseline = table_.rows[i].visual.baseline;
  return baseline - table_.rows[i - 1].visual.baseline <= 0.8 * pitch &&
         table_.rows[i + 1].visual.baseline - baseline <= 0.8 * pitch;
}

// Whether the row's cells lie in one column each, between rows that have nothing there. A label
// above or a lesser row below may share the column: lines of one label.
bool OpenGridBuilder::stands_free(size_t i, bool below_label, size_t main_cells) const {
  const auto& before = table_.rows[i - 1].placed;
  const auto& after = table_.rows[i + 1].placed;
  const auto is_free = [&](const Placed& placed) {
    const auto same = [&](const Placed& other) {
      return other.first <= placed.last && placed.first <= other.last;
    };
    return placed.first == placed.last &&
           (below_label || std::none_of(before.begin(), before.end(), same)) &&
           (after.size() < main_cells || std::none_of(after.begin(), after.end(), same));
  };
  const auto& cells = table_.rows[i].placed;
  return std::all_of(cells.begin(), cells.end(), is_free);
}

// Every cell of the row is a label, or the next line of one.
void OpenGridBuilder::add_label(const OpenRow& row) {
  for (const Placed& placed : row.placed) {
    auto label = std::find_if(labels_.rbegin(), labels_.rend(), [&](const Label& other) {
      return other.column == placed.first && other.band == row.band &&
             row.visual.baseline - other.baseline < 1.5 * other.size * other.lines;
    });
    if (label == labels_.rend()) {
      labels_.push_back(
          {placed.first, row.band, row.visual.baseline, row.visual.size, 1, placed.words});
      continue;
    }
    label->baseline = (label->baseline * label->lines + row.visual.baseline) / (label->lines + 1);
    ++label->lines;
    label->words.insert(label->words.end(), placed.words.begin(), placed.words.end());
  }
}

// Marks rows that are labels of several rows: at half pitch between two fuller rows.
std::vector<char> OpenGridBuilder::find_labels(size_t begin, size_t end) {
  std::vector<char> is_label(end - begin, 0);
  const size_t main_cells = main_row_cells(begin, end);
  const double pitch = main_row_pitch(begin, end, main_cells);
  for (size_t i = begin + 1; i + 1 < end && pitch > 0; ++i) {
    const OpenRow& row = table_.rows[i];
    if (row.placed.size() >= main_cells || row.placed.size() > 2) continue;
    if (!is_between_rows(i, pitch) || !stands_free(i, is_label[i - 1 - begin], main_cells)) {
      continue;
    }
    is_label[i - begin] = 1;
    add_label(row);
  }
  return is_label;
}

bool OpenGridBuilder::continues(const LogicalRow& above, const OpenRow& row) const {
  if (row.placed.empty() || row.placed.size() > above.first_line_cells) return false;
  if (row.placed.size() == above.first_line_cells && (!ruled_rows_ || above.cells.size() < 2)) {
    return false;
  }
  const double pitch = row.visual.baseline - above.baselines.back();
  const bool tight = tight_pitch_ > 0 && pitch < tight_pitch_;
  if (tight_pitch_ > 0 && !tight && !ruled_rows_) return false;
  int forced = 0;
  int reading_on = 0;
  for (const Placed& placed : row.placed) {
    const Placed* over = above.at(placed.first);
    if (!over || over->first != placed.first || over->last != placed.last) return false;
    const std::string text = words_.line(placed.words).plain_text();
    const VisualRow line = words_.rows(over->words).back();
    const std::string before = words_.line(line.words).plain_text();
    // A number under text or numbers is data, unless the text asks for more ("Jackson, / 1997").
    if (is_value(text) && (is_value(before) || (!tight && !reads_on(before, text)))) return false;
    const double width = table_.columns[static_cast<size_t>(placed.last)].x1 -
                         table_.columns[static_cast<size_t>(placed.first)].x0;
    const double needed =
        line.box.width() + 0.3 * line.size + words_.box(placed.words.front()).width();
    forced += needed < width - 0.1 * line.size;
    reading_on += reads_on(before, text);
  }
  const int count = static_cast<int>(row.placed.size());
  if (row.placed.size() == above.first_line_cells) return forced == 0 && reading_on > 0;
  const bool label_only = row.placed.front().first == 0;
  if (label_only) return forced == 0 && (reading_on == count || tight);
  return tight || forced == 0 || (ruled_rows_ && reading_on > 0);
}

void OpenGridBuilder::add_body_band(size_t begin, size_t end) {
  const std::vector<char> is_label = find_labels(begin, end);
  bool fresh = true;  // no row of this band yet
  for (size_t i = begin; i < end; ++i) {
    const OpenRow& row = table_.rows[i];
    if (is_label[i - begin]) continue;
    if (!fresh && continues(rows_.back(), row)) {
      join_row(rows_.back(), row);
    } else {
      start_row(row);
    }
    fresh = false;
  }
}

void OpenGridBuilder::set_borders(Grid& grid) const {
  grid.ys.push_back(std::min(table_.area.y0, rows_.front().box.y0));
  for (size_t r = 1; r < rows_.size(); ++r) {
    double y = (rows_[r - 1].box.y1 + rows_[r].box.y0) / 2;
    if (rows_[r].band > rows_[r - 1].band && rows_[r].band >= 0) {
      y = table_.borders[static_cast<size_t>(rows_[r].band)].y;
    }
    grid.ys.push_back(std::max(y, grid.ys.back() + 0.01));
  }
  grid.ys.push_back(std::max(table_.area.y1, rows_.back().box.y1));
  grid.xs.push_back(std::min(table_.area.x0, table_.columns.front().x0));
  for (size_t c = 1; c < table_.columns.size(); ++c) {
    grid.xs.push_back((table_.columns[c - 1].x1 + table_.columns[c].x0) / 2);
  }
  grid.xs.push_back(std::max(table_.area.x1, table_.columns.back().x1));
}

Grid OpenGridBuilder::build() {
  measure();
  const size_t header = static_cast<size_t>(table_.header_rows);
  for (size_t i = 0; i < header; ++i) add_header_row(table_.rows[i]);
  for (size_t begin = header; begin < table_.rows.size();) {
    size_t end = begin;
    while (end < table_.rows.size() && table_.rows[end].band == table_.rows[begin].band) ++end;
    add_body_band(begin, end);
    begin = end;
  }
  Grid grid;
  if (rows_.empty()) return grid;
  set_borders(grid);
  for (size_t r = 0; r < rows_.size(); ++r) {
    for (const Placed& placed : rows_[r].cells) {
      grid.cells.push_back(
          {static_cast<int>(r), placed.first, 1, placed.last - placed.first + 1, placed.words});
    }
  }
  span_rows(table_, rows_, labels_, grid);
  return grid;
}

}  // namespace

Grid build_open_grid(const PageWords& words, const OpenTable& table) {
  return OpenGridBuilder(words, table).build();
}

}  // namespace mineru::doc::flash
