#include "doc/vlm/table_merge_scan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr int kMaxColumns = 1000;
constexpr int kMaxRowspan = 10'000;
constexpr size_t kMaxPlaces = 1'000'000;  // rows times columns

int span_attribute(const HtmlNode& cell, std::string_view name, int most) {
  const std::string_view value = text::trim(cell.attribute(name));
  int span = 1;
  std::from_chars(value.data(), value.data() + value.size(), span);
  return std::clamp(span, 1, most);
}

// Which cell covers a column, and for how many rows from the current one on.
struct Cover {
  HtmlNode* cell = nullptr;
  int rows = 0;
  size_t number = 0;  // of the cell, in the order of the table
};

class Scanner {
 public:
  // False: the rows have more places than any table.
  bool add(HtmlNode& node) {
    ScannedRow row;
    row.node = &node;
    begin_cells(row);
    for (size_t i = 0; i < covers_.size(); ++i) {
      Cover& cover = covers_[i];
      if (cover.rows == 0) continue;
      row.owners.resize(i + 1);
      row.owners[i] = cover.cell;
      --cover.rows;
      if (seen_in_[cover.number] == scan_.rows.size() + 1) continue;
      seen_in_[cover.number] = scan_.rows.size() + 1;
      ++row.segments;
    }
    places_ += row.owners.size();
    scan_.columns = std::max(scan_.columns, row.effective_columns());
    scan_.rows.push_back(std::move(row));
    return places_ <= kMaxPlaces;
  }

  TableScan take() {
    for (const Cover& cover : covers_) scan_.hanging.push_back(cover.rows);
    return std::move(scan_);
  }

 private:
  void begin_cells(ScannedRow& row) {
    size_t column = 0;
    for (HtmlNode* cell : descendants(*row.node, "td", "th")) {
      while (column < covers_.size() && covers_[column].rows > 0) ++column;
      const ScannedCell scanned{cell, static_cast<int>(column),
                                span_attribute(*cell, "colspan", kMaxColumns),
                                span_attribute(*cell, "rowspan", kMaxRowspan)};
      const size_t end =
          std::min<size_t>(column + static_cast<size_t>(scanned.colspan), kMaxColumns);
      if (covers_.size() < end) covers_.resize(end);
      for (; column < end; ++column) covers_[column] = {cell, scanned.rowspan, seen_in_.size()};
      seen_in_.push_back(0);
      row.actual_columns += scanned.colspan;
      row.cells.push_back(scanned);
    }
  }

  std::vector<Cover> covers_;
  std::vector<size_t> seen_in_;  // by number of the cell: the last row, counted from 1
  size_t places_ = 0;
  TableScan scan_;
};

bool texts_equal(const ScannedRow& a, const ScannedRow& b) {
  return std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                    [](const ScannedCell& x, const ScannedCell& y) {
                      return comparable_text(*x.node) == comparable_text(*y.node);
                    });
}

bool spans_equal(const ScannedRow& a, const ScannedRow& b) {
  return std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                    [](const ScannedCell& x, const ScannedCell& y) {
                      return x.colspan == y.colspan && x.rowspan == y.rowspan;
                    });
}

// How strictly two header rows are compared.
enum class Likeness { kStructure, kLook };

bool rows_alike(const ScannedRow& a, const ScannedRow& b, Likeness likeness) {
  if (!texts_equal(a, b)) return false;
  if (likeness == Likeness::kLook) return a.segments == b.segments;
  return a.effective_columns() == b.effective_columns() && spans_equal(a, b);
}

size_t count_alike(const TableScan& a, const TableScan& b, Likeness likeness) {
  const size_t most = std::min({a.rows.size(), b.rows.size(), kMaxHeaderRows});
  size_t count = 0;
  while (count < most && rows_alike(a.rows[count], b.rows[count], likeness)) ++count;
  return count;
}

bool has_words(const ScannedRow& row) {
  return std::any_of(row.cells.begin(), row.cells.end(), [](const ScannedCell& cell) {
    const std::u32string codes = text::from_utf8(text_content(*cell.node));
    return std::any_of(codes.begin(), codes.end(), text::is_letter);
  });
}

// The first row, and those below it that its spans tie to it: the rows that must be a header.
size_t header_rows(const TableScan& scan, size_t most) {
  if (most == 0 || !has_words(scan.rows.front())) return 0;
  size_t end = 1;
  for (size_t i = 0; i < end && i < most; ++i) {
    for (const ScannedCell& cell : scan.rows[i].cells) {
      end = std::max(end, i + static_cast<size_t>(cell.rowspan));
      if (cell.colspan > 1) end = std::max(end, i + 2);
    }
  }
  return std::min(end, most);
}

char32_t narrowed(char32_t code) { return code >= 0xFF01 && code <= 0xFF5E ? code - 0xFEE0 : code; }

bool has_element(const HtmlNode& node) {
  static constexpr std::array<std::string_view, 9> kSeen = {
      "img", "svg", "math", "eq", "table", "figure", "object", "embed", "canvas"};
  return std::any_of(node.children.begin(), node.children.end(), [](const auto& child) {
    return std::find(kSeen.begin(), kSeen.end(), child->tag) != kSeen.end() || has_element(*child);
  });
}

}  // namespace

std::optional<TableScan> scan_table(HtmlNode& root) {
  Scanner scanner;
  for (HtmlNode* node : descendants(root, "tr", "tr")) {
    if (!scanner.add(*node)) return std::nullopt;
  }
  TableScan scan = scanner.take();
  if (scan.rows.empty() || scan.columns >= kMaxColumns) return std::nullopt;
  return scan;
}

size_t count_repeated_header(const TableScan& first, const TableScan& second, Compat compat) {
  size_t count = count_alike(first, second, Likeness::kStructure);
  if (count == 0) count = count_alike(first, second, Likeness::kLook);
  return compat == Compat::kReference ? count : header_rows(second, count);
}

const ScannedRow* last_with_cells(const TableScan& scan) {
  const auto at = std::find_if(scan.rows.rbegin(), scan.rows.rend(),
                               [](const ScannedRow& row) { return !row.cells.empty(); });
  return at == scan.rows.rend() ? nullptr : &*at;
}

std::string comparable_text(const HtmlNode& cell) {
  std::u32string codes = text::from_utf8(text_content(cell));
  std::erase_if(codes, text::is_space);
  std::transform(codes.begin(), codes.end(), codes.begin(), narrowed);
  return text::to_utf8(codes);
}

bool is_blank_cell(const HtmlNode& cell) {
  return text::trim(text_content(cell)).empty() && !has_element(cell);
}

}  // namespace mineru::doc::vlm
