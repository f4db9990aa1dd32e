#include "doc/vlm/table_merge_rows.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "doc/vlm/table_merge_scan.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

// The row after the repeated header and all that its cells span.
size_t first_data_row(const TableScan& first, const TableScan& second, Compat compat) {
  const size_t count = count_repeated_header(first, second, compat);
  size_t end = count;
  for (size_t i = 0; i < count; ++i) {
    for (const ScannedCell& cell : second.rows[i].cells) {
      end = std::max(end, i + static_cast<size_t>(cell.rowspan));
    }
  }
  return end;
}

// What is read on both sides of a page's end, as one text.
bool needs_blank(const HtmlNode& before, const HtmlNode& after) {
  const std::u32string left = text::from_utf8(text::trim(text_content(before)));
  const std::u32string right = text::from_utf8(text::trim(text_content(after)));
  if (left.empty() || right.empty()) return false;
  return !text::is_cjk(left.back()) && !text::is_cjk(right.front());
}

void set_span(HtmlNode& cell, std::string_view name, int span) {
  if (span == 1 && cell.attribute(name).empty()) return;
  cell.set_attribute(name, fmt::format("{}", span));
}

bool contains(const HtmlNode& outer, const HtmlNode* node) {
  while (node != nullptr && node != &outer) node = node->parent;
  return node != nullptr;
}

// Where a cell that begins in `column` stands in a row: before the first cell to the right of it.
void insert_cell(const ScannedRow& row, int column, std::unique_ptr<HtmlNode> cell) {
  for (const ScannedCell& other : row.cells) {
    if (other.column <= column || other.node->parent != row.node) continue;
    row.node->insert_before(other.node, std::move(cell));
    return;
  }
  row.node->append(std::move(cell));
}

// What new rows are appended to.
HtmlNode& home_of_rows(HtmlNode& root) {
  const auto bodies = descendants(root, "tbody", "tbody");
  if (!bodies.empty()) return *bodies.front();
  const auto tables = descendants(root, "table", "table");
  return tables.empty() ? root : *tables.front();
}

// The two tables while they become one.
class Merge {
 public:
  Merge(HtmlNode& first, HtmlNode& second, TableScan first_scan, TableScan second_scan,
        Compat compat)
      : compat_(compat),
        first_(first),
        second_(second),
        a_(std::move(first_scan)),
        b_(std::move(second_scan)),
        data_(first_data_row(a_, b_, compat)),
        rows_(home_of_rows(first)) {}

  bool columns_fit() const {
    if (data_ > kMaxHeaderRows) return false;
    if (a_.columns == b_.columns) return true;
    if (compat_ == Compat::kProduct) return false;  // it would have to be guessed which is missing
    const ScannedRow* last = last_with_cells(a_);
    if (last == nullptr || data_ >= b_.rows.size()) return false;
    const ScannedRow& next = b_.rows[data_];
    return last->effective_columns() == next.effective_columns() ||
           last->actual_columns == next.actual_columns || last->segments == next.segments;
  }

  // False: the columns became too many on the way.
  bool run(const std::vector<int>& cell_merge) {
    if (!clip_hanging() || !widen()) return false;
    join_cells(cell_merge);
    append_rows();
    return true;
  }

 private:
  bool rescan() {
    auto a = scan_table(first_);
    auto b = scan_table(second_);
    if (!a || !b) return false;
    a_ = std::move(*a);
    b_ = std::move(*b);
    return true;
  }

  // A cell of the first table that spans over its end covers what the rest has as an empty cell.
  bool clip_hanging() {
    bool changed = false;
    for (size_t i = data_; i < b_.rows.size(); ++i) {
      for (const ScannedCell& cell : b_.rows[i].cells) {
        if (cell.rowspan > 1 && is_blank_cell(*cell.node)) changed = clip(i, cell) || changed;
      }
    }
    return !changed || rescan();
  }

  bool clip(size_t row, const ScannedCell& cell) {
    const int passed = static_cast<int>(row - data_);
    int covered = kMaxCovered;  // rows of the cell under hanging ones
    for (int c = cell.column; c < cell.column + cell.colspan; ++c) {
      const auto column = static_cast<size_t>(c);
      const int hanging = column < a_.hanging.size() ? a_.hanging[column] : 0;
      covered = std::min(covered, hanging - passed);
    }
    if (covered <= 0 || cell.node->parent == nullptr) return false;
    const int left = cell.rowspan - covered;
    const size_t target = row + static_cast<size_t>(covered);
    if (left <= 0 || target >= b_.rows.size()) {
      removed_.push_back(detach(*cell.node));
      return true;
    }
    if (contains(*cell.node, b_.rows[target].node)) return false;
    std::unique_ptr<HtmlNode> node = detach(*cell.node);
    set_span(*node, "rowspan", left);
    insert_cell(b_.rows[target], cell.column, std::move(node));
    return true;
  }

  // Rows of the narrower table reach as far as those of the wider one.
  bool widen() {
    if (a_.columns == b_.columns) return true;
    const bool first_is_narrower = a_.columns < b_.columns;
    const TableScan& narrow = first_is_narrower ? a_ : b_;
    const int target = std::max(a_.columns, b_.columns);
    const ScannedRow* last = last_with_cells(a_);
    const ScannedRow* next = data_ < b_.rows.size() ? &b_.rows[data_] : nullptr;
    const ScannedRow* own = first_is_narrower ? last : next;
    const ScannedRow* model = first_is_narrower ? next : last;
    for (const ScannedRow& row : narrow.rows) {
      if (row.cells.empty() || row.effective_columns() >= target) continue;
      if (own != nullptr && model != nullptr && own->cells.size() == model->cells.size() &&
          same_colspans(row, *own)) {
        copy_colspans(row, *model);
      } else {
        const ScannedCell& cell = row.cells.back();
        set_span(*cell.node, "colspan", cell.colspan + target - row.effective_columns());
      }
    }
    return rescan();
  }

  static bool same_colspans(const ScannedRow& a, const ScannedRow& b) {
    return std::equal(
        a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
        [](const ScannedCell& x, const ScannedCell& y) { return x.colspan == y.colspan; });
  }

  static void copy_colspans(const ScannedRow& row, const ScannedRow& model) {
    for (size_t i = 0; i < row.cells.size(); ++i) {
      set_span(*row.cells[i].node, "colspan", model.cells[i].colspan);
    }
  }

  // Cells that go on: their contents move into the cells above them.
  void join_cells(const std::vector<int>& cell_merge) {
    const ScannedRow* last = last_with_cells(a_);
    if (last == nullptr || data_ >= b_.rows.size()) return;
    const ScannedRow& next = b_.rows[data_];
    std::set<std::pair<HtmlNode*, HtmlNode*>> done;
    const size_t columns = std::min({cell_merge.size(), last->owners.size(), next.owners.size()});
    for (size_t c = 0; c < columns; ++c) {
      HtmlNode* to = last->owners[c];
      HtmlNode* from = next.owners[c];
      if (cell_merge[c] != 1 || to == nullptr || from == nullptr) continue;
      if (!done.emplace(to, from).second) continue;
      if (compat_ == Compat::kProduct && needs_blank(*to, *from)) to->append(text_node(" "));
      for (auto& child : std::exchange(from->children, {})) to->append(std::move(child));
    }
    const bool all_blank =
        std::all_of(next.cells.begin(), next.cells.end(),
                    [](const ScannedCell& cell) { return is_blank_cell(*cell.node); });
    if (!done.empty() && all_blank) drop_row(next);
  }

  // Cells that span further begin in the row below.
  void drop_row(const ScannedRow& row) {
    for (const ScannedCell& cell : row.cells) {
      if (cell.rowspan == 1 || data_ + 1 >= b_.rows.size()) continue;
      const ScannedRow& below = b_.rows[data_ + 1];
      if (cell.node->parent == nullptr || contains(*cell.node, below.node)) continue;
      std::unique_ptr<HtmlNode> node = detach(*cell.node);
      set_span(*node, "rowspan", cell.rowspan - 1);
      insert_cell(below, cell.column, std::move(node));
    }
    ++data_;  // it stays behind
  }

  void append_rows() {
    std::set<const HtmlNode*> moved;  // a row within a moved row is there already
    std::vector<HtmlNode*> rows;
    for (size_t i = data_; i < b_.rows.size(); ++i) {
      HtmlNode* row = b_.rows[i].node;
      bool inside = false;
      for (const HtmlNode* up = row->parent; up != nullptr; up = up->parent) {
        inside = inside || moved.count(up) != 0;
      }
      if (inside) continue;
      moved.insert(row);
      rows.push_back(row);
    }
    for (auto& row : detach_all(rows)) rows_.append(std::move(row));
  }

  static constexpr int kMaxCovered = 1'000'000;

  Compat compat_;
  HtmlNode& first_;
  HtmlNode& second_;
  TableScan a_;
  TableScan b_;
  size_t data_;  // the first row of the rest that is no repeated header
  // Found before any cell moves in, whose contents may look like such a place.
  HtmlNode& rows_;
  // Alive, because a broken table has cells within cells, and rows list them all.
  std::vector<std::unique_ptr<HtmlNode>> removed_;
};

}  // namespace

namespace {

bool has_inner_table(HtmlNode& root) { return descendants(root, "table", "table").size() > 1; }

}  // namespace

std::optional<std::string> merge_table_rows(std::string_view first, std::string_view second,
                                            const std::vector<int>& cell_merge, Compat compat) {
  const auto first_tree = parse_html(first);
  const auto second_tree = parse_html(second);
  if (!first_tree || !second_tree) return std::nullopt;
  // The rows of a table in a table count as those of the outer one.
  const bool nested = has_inner_table(**first_tree) || has_inner_table(**second_tree);
  if (compat == Compat::kProduct && nested) return std::nullopt;
  auto a = scan_table(**first_tree);
  auto b = scan_table(**second_tree);
  if (!a || !b) return std::nullopt;
  Merge merge(**first_tree, **second_tree, std::move(*a), std::move(*b), compat);
  if (!merge.columns_fit() || !merge.run(cell_merge)) return std::nullopt;
  return write_html(**first_tree);
}

}  // namespace mineru::doc::vlm
