#include "doc/vlm/table_merge_scan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr int kMaxColumns = 1000;
constexpr int kMaxRowspan = 10'000;

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
};

ScannedRow scan_row(HtmlNode& node, std::vector<Cover>& covers) {
  ScannedRow row;
  row.node = &node;
  size_t column = 0;
  for (HtmlNode* cell : descendants(node, "td", "th")) {
    while (column < covers.size() && covers[column].rows > 0) ++column;
    const ScannedCell scanned{cell, static_cast<int>(column),
                              span_attribute(*cell, "colspan", kMaxColumns),
                              span_attribute(*cell, "rowspan", kMaxRowspan)};
    const size_t end = std::min<size_t>(column + static_cast<size_t>(scanned.colspan), kMaxColumns);
    if (covers.size() < end) covers.resize(end);
    for (; column < end; ++column) covers[column] = {cell, scanned.rowspan};
    row.actual_columns += scanned.colspan;
    row.cells.push_back(scanned);
  }
  std::set<const HtmlNode*> seen;
  for (size_t i = 0; i < covers.size(); ++i) {
    if (covers[i].rows == 0) continue;
    row.owners.resize(i + 1);
    row.owners[i] = covers[i].cell;
    seen.insert(covers[i].cell);
    --covers[i].rows;
  }
  row.segments = static_cast<int>(seen.size());
  return row;
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
  TableScan scan;
  std::vector<Cover> covers;
  for (HtmlNode* node : descendants(root, "tr", "tr")) {
    scan.rows.push_back(scan_row(*node, covers));
    scan.columns = std::max(scan.columns, scan.rows.back().effective_columns());
  }
  if (scan.rows.empty() || scan.columns >= kMaxColumns) return std::nullopt;
  for (const Cover& cover : covers) scan.hanging.push_back(cover.rows);
  return scan;
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
