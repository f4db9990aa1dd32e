// Rows and columns of a region between horizontal rules.
#include <algorithm>
#include <cmath>
#include <utility>

#include "doc/flash/table_columns.h"
#include "doc/flash/table_grid.h"
#include "doc/flash/table_open_rows.h"
#include "doc/flash/table_text.h"

namespace mineru::doc::flash {

namespace {

class OpenAnalysis {
 public:
  OpenAnalysis(const PageView& view, const OpenRegion& region)
      : view_(view), words_(view.words), region_(region) {}

  Grid run();

 private:
  void find_borders();
  bool is_underline(const RuleLine& line) const;
  void find_rows();
  int find_header_end() const;
  bool find_columns();
  void place_row(OpenRow& row);
  std::vector<Piece> row_pieces(const VisualRow& row) const;
  std::vector<Placed> place_piece(const Piece& piece, const OpenRow& row, bool alone) const;
  std::pair<int, int> columns_under(const Box& box) const;
  std::vector<Placed> split(const Piece& piece, int first, int last) const;
  bool is_split_real(const std::vector<Placed>& parts, int columns, double size) const;
  bool aligned(const Box& box, int column) const;
  bool ruled_span(const Piece& piece, const OpenRow& row, int& first, int& last) const;
  void centre_span(const Piece& piece, const OpenRow& row, Placed& placed) const;
  int column_of(double x) const;

  const PageView& view_;
  const PageWords& words_;
  const OpenRegion& region_;
  OpenTable table_;
};

bool OpenAnalysis::is_underline(const RuleLine& line) const {
  for (const OpenRow& row : table_.rows) {
    const double below = line.position - row.visual.baseline;
    if (below < -0.1 * row.visual.size || below > 0.25 * row.visual.size) continue;
    bool starts = false;
    bool ends = false;
    for (const int word : row.visual.words) {
      starts = starts || std::abs(words_.box(word).x0 - line.start) < 1.5;
      ends = ends || std::abs(words_.box(word).x1 - line.end) < 1.5;
    }
    if (starts && ends) return true;
  }
  return false;
}

void OpenAnalysis::find_borders() {
  std::vector<std::pair<RuleLine, bool>> lines;
  for (const RuleLine& line : region_.full) lines.emplace_back(line, true);
  for (const RuleLine& line : region_.partial) {
    if (!is_underline(line)) lines.emplace_back(line, false);
  }
  std::sort(lines.begin(), lines.end(),
            [](const auto& a, const auto& b) { return a.first.position < b.first.position; });
  for (const auto& [line, full] : lines) {
    auto& borders = table_.borders;
    if (borders.empty() || line.position - borders.back().y > kSameLine) {
      borders.push_back({line.position, false, {}});
    }
    borders.back().full = borders.back().full || full;
    borders.back().pieces.push_back(line);
  }
}

void OpenAnalysis::find_rows() {
  for (VisualRow& row : words_.rows(words_.inside(region_.area))) {
    table_.rows.push_back({std::move(row), 0, {}});
  }
}

// Number of rows above the rule that closes the header; 0: no header found.
int OpenAnalysis::find_header_end() const {
  double end = 0;
  bool found = false;
  for (size_t i = 1; i + 1 < table_.borders.size() && !found; ++i) {
    found = table_.borders[i].full;
    end = table_.borders[i].y;
  }
  const int rows = static_cast<int>(table_.rows.size());
  const auto above = [&](double y) {
    return static_cast<int>(
        std::count_if(table_.rows.begin(), table_.rows.end(),
                      [y](const OpenRow& row) { return row.visual.box.center_y() < y; }));
  };
  int count = found ? above(end) : 0;
  if (!found) {
    // No rule over the whole width: the last of the shorter ones near the top.
    for (const OpenBorder& border : table_.borders) {
      if (!border.full && above(border.y) <= 3) count = above(border.y);
    }
  }
  if (count > 6 || 2 * count > rows) return 0;
  // A rule before the last rows (a total) leaves a "header" full of rows of values.
  int value_rows = 0;
  for (int i = 0; i < count; ++i) {
    size_t values = 0;
    const std::vector<Piece> pieces = row_pieces(table_.rows[static_cast<size_t>(i)].visual);
    for (const Piece& piece : pieces) values += is_value(words_.line(piece.words).plain_text());
    value_rows += 2 * values > pieces.size();
  }
  return count >= 2 && 2 * value_rows > count ? 0 : count;
}

bool OpenAnalysis::find_columns() {
  std::vector<VisualRow> body;
  int wide = 0;
  for (size_t i = static_cast<size_t>(table_.header_rows); i < table_.rows.size(); ++i) {
    if (!table_.rows[i].core) continue;
    body.push_back(table_.rows[i].visual);
    wide += row_pieces(body.back()).size() >= 2;
  }
  // One row of data says little about columns: the header helps.
  if (wide < 2 && table_.header_rows > 0) {
    body.push_back(table_.rows[static_cast<size_t>(table_.header_rows) - 1].visual);
  }
  table_.columns = white_columns(words_, body, region_.separators);
  constexpr size_t kMaxGridCells = 100'000;
  return table_.columns.size() >= 2 && table_.columns.size() <= kMaxColumns &&
         table_.columns.size() * table_.rows.size() <= kMaxGridCells;
}

int OpenAnalysis::column_of(double x) const {
  const auto& columns = table_.columns;
  size_t c = 0;
  while (c + 1 < columns.size() && x > (columns[c].x1 + columns[c + 1].x0) / 2) ++c;
  return static_cast<int>(c);
}

std::vector<Piece> OpenAnalysis::row_pieces(const VisualRow& row) const {
  std::vector<Piece> pieces;
  for (const Piece& piece : words_.pieces(row, kCellGapEm)) {
    size_t from = pieces.size();
    for (const int word : piece.words) {
      const double x = words_.box(word).center_x();
      const bool cut =
          pieces.size() > from &&
          std::any_of(region_.separators.begin(), region_.separators.end(), [&](double separator) {
            return words_.box(pieces.back().words.back()).center_x() < separator && separator < x;
          });
      if (pieces.size() == from || cut) pieces.emplace_back();
      pieces.back().words.push_back(word);
      pieces.back().box = unite(pieces.back().box, words_.box(word));
    }
  }
  return pieces;
}

bool OpenAnalysis::aligned(const Box& box, int column) const {
  const WhiteColumn& c = table_.columns[static_cast<size_t>(column)];
  const double tolerance = 0.35 * view_.body_size;
  return std::abs(box.x0 - c.x0) < tolerance || std::abs(box.x1 - c.x1) < tolerance ||
         std::abs(box.center_x() - (c.x0 + c.x1) / 2) < tolerance;
}

// Columns of the shorter rule right under a header piece.
bool OpenAnalysis::ruled_span(const Piece& piece, const OpenRow& row, int& first, int& last) const {
  const size_t below = static_cast<size_t>(row.band) + 1;
  if (below >= table_.borders.size() || table_.borders[below].full) return false;
  for (const RuleLine& line : table_.borders[below].pieces) {
    if (piece.box.center_x() < line.start || piece.box.center_x() > line.end) continue;
    int low = -1;
    for (size_t c = 0; c < table_.columns.size(); ++c) {
      const WhiteColumn& column = table_.columns[c];
      const double shared = media::overlap(column.x0, column.x1, line.start - 1, line.end + 1);
      if (shared < 0.5 * (column.x1 - column.x0)) continue;
      if (low < 0) first = low = static_cast<int>(c);
      last = static_cast<int>(c);
    }
    return low >= 0;
  }
  return false;
}

// A heading without a rule stands in the middle above the columns that it covers.
void OpenAnalysis::centre_span(const Piece& piece, const OpenRow& row, Placed& placed) const {
  const std::vector<Piece> others = row_pieces(row.visual);
  const int count = static_cast<int>(table_.columns.size());
  const auto blocked = [&](int column) {
    const WhiteColumn& c = table_.columns[static_cast<size_t>(column)];
    return std::any_of(others.begin(), others.end(), [&](const Piece& other) {
      return other.box.x0 != piece.box.x0 &&
             (media::overlap(other.box.x0, other.box.x1, c.x0, c.x1) > 0 ||
              column_of(other.box.center_x()) == column);
    });
  };
  const auto parted = [&](int column) {  // by a vertical rule on its left
    const double left = table_.columns[static_cast<size_t>(column) - 1].x1;
    const double right = table_.columns[static_cast<size_t>(column)].x0;
    return std::any_of(region_.separators.begin(), region_.separators.end(),
                       [&](double s) { return s > left - 1 && s < right + 1; });
  };
  int low = placed.first;
  int high = placed.last;
  while (low > 1 && !blocked(low - 1) && !parted(low)) --low;
  while (high + 1 < count && !blocked(high + 1) && !parted(high + 1)) ++high;
  const auto error = [&](int a, int b) {
    const double middle =
        (table_.columns[static_cast<size_t>(a)].x0 + table_.columns[static_cast<size_t>(b)].x1) / 2;
    return std::abs(middle - piece.box.center_x());
  };
  // All free columns up to the neighbours, when the piece stands in their middle.
  if (error(low, high) < 0.6 * view_.body_size) {
    placed.first = low;
    placed.last = high;
    return;
  }
  const Placed start = placed;
  double best = error(start.first, start.last) - 0.5 * view_.body_size;
  for (int a = low; a <= start.first; ++a) {
    for (int b = start.last; b <= high; ++b) {
      if (error(a, b) >= best || error(a, b) > view_.body_size) continue;
      best = error(a, b);
      placed.first = a;
      placed.last = b;
    }
  }
}

// The first and the last column that the box lies over; -1, -1: none.
std::pair<int, int> OpenAnalysis::columns_under(const Box& box) const {
  int first = -1;
  int last = -1;
  for (size_t c = 0; c < table_.columns.size(); ++c) {
    const WhiteColumn& column = table_.columns[c];
    const double shared = media::overlap(box.x0, box.x1, column.x0, column.x1);
    if (shared < 0.25 * std::min(column.x1 - column.x0, box.width()) || shared <= 0) continue;
    if (first < 0) first = static_cast<int>(c);
    last = static_cast<int>(c);
  }
  return {first, last};
}

// The piece's words by column, within [first, last].
std::vector<Placed> OpenAnalysis::split(const Piece& piece, int first, int last) const {
  std::vector<Placed> parts;
  for (const int word : piece.words) {
    const Box& box = words_.box(word);
    const int column = std::clamp(column_of(box.center_x()), first, last);
    if (parts.empty() || column > parts.back().first) parts.push_back({column, column, {}, {}});
    parts.back().words.push_back(word);
    parts.back().box = unite(parts.back().box, box);
  }
  return parts;
}

// Whether the parts of a piece over so many columns are cells, one in each, rather than one text.
bool OpenAnalysis::is_split_real(const std::vector<Placed>& parts, int columns, double size) const {
  const bool fits = static_cast<int>(parts.size()) == columns &&
                    std::all_of(parts.begin(), parts.end(), [this](const Placed& part) {
                      return aligned(part.box, part.first);
                    });
  if (!fits) return false;
  // Words of one text may stand in different columns by chance; a plain space joins them.
  for (size_t i = 1; i < parts.size(); ++i) {
    const bool values = is_value(words_.line(parts[i].words).plain_text()) &&
                        is_value(words_.line(parts[i - 1].words).plain_text());
    const bool apart = parts[i].box.x0 - parts[i - 1].box.x1 > 0.38 * size;
    if (!values && !apart) return false;
  }
  return true;
}

std::vector<Placed> OpenAnalysis::place_piece(const Piece& piece, const OpenRow& row,
                                              bool alone) const {
  const bool header = row.header;
  Placed whole{column_of(piece.box.center_x()), 0, piece.words, piece.box};
  whole.last = whole.first;
  if (header && ruled_span(piece, row, whole.first, whole.last)) return {whole};
  const auto [first, last] = columns_under(piece.box);
  if (first < 0 || first == last) {
    if (first >= 0) whole.first = whole.last = first;
    if (header && !aligned(piece.box, whole.first)) centre_span(piece, row, whole);
    return {whole};
  }
  whole.first = first;
  whole.last = last;
  if (alone && !header) {  // a heading within the body
    whole.first = 0;
    whole.last = static_cast<int>(table_.columns.size()) - 1;
    return {whole};
  }
  std::vector<Placed> parts = split(piece, first, last);
  if (is_split_real(parts, last - first + 1, row.visual.size)) return parts;
  if (header) centre_span(piece, row, whole);
  return {whole};
}

void OpenAnalysis::place_row(OpenRow& row) {
  const std::vector<Piece> pieces = row_pieces(row.visual);
  for (const Piece& piece : pieces) {
    for (Placed& placed : place_piece(piece, row, pieces.size() == 1)) {
      if (!row.placed.empty() && placed.first <= row.placed.back().last) {
        Placed& before = row.placed.back();
        if (placed.last == before.last || placed.first < before.last) {
          before.last = std::max(before.last, placed.last);
          before.words.insert(before.words.end(), placed.words.begin(), placed.words.end());
          before.box = unite(before.box, placed.box);
          continue;
        }
        // Two spans meet in one column: it goes to the piece that lies more over it.
        const WhiteColumn& column = table_.columns[static_cast<size_t>(placed.first)];
        const bool mine = media::overlap(placed.box.x0, placed.box.x1, column.x0, column.x1) >
                          media::overlap(before.box.x0, before.box.x1, column.x0, column.x1);
        if (mine && before.last > before.first) {
          --before.last;
        } else if (placed.last > placed.first) {
          ++placed.first;
        } else {
          before.words.insert(before.words.end(), placed.words.begin(), placed.words.end());
          before.box = unite(before.box, placed.box);
          continue;
        }
      }
      row.placed.push_back(std::move(placed));
    }
  }
}

Grid OpenAnalysis::run() {
  find_rows();
  if (table_.rows.size() < 2) return {};
  find_borders();
  for (OpenRow& row : table_.rows) {
    const double y = row.visual.box.center_y();
    row.core = y >= region_.core.y0 && y <= region_.core.y1;
    row.band = -1;
    for (const OpenBorder& border : table_.borders)
      row.band += border.y < row.visual.box.center_y();
  }
  table_.header_rows = find_header_end();
  if (!find_columns()) return {};
  for (size_t i = 0; i < table_.rows.size(); ++i) {
    table_.rows[i].header = static_cast<int>(i) < table_.header_rows;
    place_row(table_.rows[i]);
  }
  table_.area = region_.area;
  table_.separators = region_.separators;
  return build_open_grid(words_, table_);
}

}  // namespace

Grid analyse_open_region(const PageView& view, const OpenRegion& region) {
  return OpenAnalysis(view, region).run();
}

}  // namespace mineru::doc::flash
