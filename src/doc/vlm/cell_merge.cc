#include "doc/vlm/cell_merge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "doc/passes/fullwidth.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/table_merge_scan.h"
#include "doc/vlm/table_merge_tree.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr double kSameWidth = 0.1;  // part of the narrower table's width

bool stands_between(ContentType type) {
  switch (type) {
    case ContentType::kTableCaption:
    case ContentType::kTableFootnote:
    case ContentType::kImageCaption:
    case ContentType::kImageFootnote:
    case ContentType::kHeader:
    case ContentType::kFooter:
    case ContentType::kPageNumber:
    case ContentType::kPageFootnote: return true;
    default: return false;
  }
}

bool is_read_table(const ContentBlock& block) {
  return block.type == ContentType::kTable && block.content && !block.content->empty();
}

bool widths_fit(const ContentBlock& a, const ContentBlock& b) {
  const double first = box_of(a).width();
  const double second = box_of(b).width();
  const double narrower = std::min(first, second);
  return narrower > 0 && std::fabs(first - second) / narrower < kSameWidth;
}

// A cell that is seen in a row, also one that hangs down from a row above.
struct Segment {
  const HtmlNode* cell = nullptr;
  ColumnRange columns;
};

std::vector<Segment> segments_of(const ScannedRow& row) {
  std::vector<Segment> segments;
  for (int column = 0; column < row.effective_columns(); ++column) {
    const HtmlNode* cell = row.owners[static_cast<size_t>(column)];
    if (cell == nullptr) continue;
    if (!segments.empty() && segments.back().cell == cell) {
      segments.back().columns.end = column + 1;
    } else {
      segments.push_back({cell, {column, column + 1}});
    }
  }
  return segments;
}

struct CodeRange {
  char32_t first;
  char32_t last;
};

// Characters without a look of their own, which Python shows as escapes: category Cf, and the
// non-characters. Cc, Co and white space come from text/utf8.h.
constexpr std::array<CodeRange, 18> kUnseen = {{{0xAD, 0xAD},
                                                {0x600, 0x605},
                                                {0x61C, 0x61C},
                                                {0x6DD, 0x6DD},
                                                {0x70F, 0x70F},
                                                {0x890, 0x891},
                                                {0x8E2, 0x8E2},
                                                {0x180E, 0x180E},
                                                {0x200B, 0x200F},
                                                {0x202A, 0x202E},
                                                {0x2060, 0x206F},
                                                {0xFEFF, 0xFEFF},
                                                {0xFFF0, 0xFFFB},
                                                {0xFFFE, 0xFFFF},
                                                {0x110BD, 0x110BD},
                                                {0x110CD, 0x110CD},
                                                {0x1D173, 0x1D17A},
                                                {0xE0001, 0xE007F}}};

bool is_printable(char32_t code) {
  if (code < 0x7F) return code >= 0x20;
  if (code < 0xA0 || text::is_space(code) || text::is_control(code)) return false;
  if (text::is_private_use(code)) return false;
  return std::none_of(kUnseen.begin(), kUnseen.end(), [code](const CodeRange& range) {
    return code >= range.first && code <= range.last;
  });
}

void append_escaped(std::string& out, char32_t code) {
  const auto value = static_cast<uint32_t>(code);
  if (code == '\n') {
    out += "\\n";
  } else if (code == '\r') {
    out += "\\r";
  } else if (code == '\t') {
    out += "\\t";
  } else if (code <= 0xFF) {
    out += fmt::format("\\x{:02x}", value);
  } else if (code <= 0xFFFF) {
    out += fmt::format("\\u{:04x}", value);
  } else {
    out += fmt::format("\\U{:08x}", value);
  }
}

// repr(str): the model was trained on prompts that hold Python lists.
std::string python_repr(std::string_view bytes) {
  const bool double_quotes =
      bytes.find('\'') != std::string_view::npos && bytes.find('"') == std::string_view::npos;
  const char32_t quote = double_quotes ? U'"' : U'\'';
  std::string out(1, static_cast<char>(quote));
  for (const char32_t code : text::from_utf8(bytes)) {
    if (!is_printable(code)) {
      append_escaped(out, code);
      continue;
    }
    if (code == quote || code == U'\\') out += '\\';
    text::append_utf8(out, code);
  }
  return out + static_cast<char>(quote);
}

std::string row_text(const std::vector<Segment>& segments) {
  std::string out = "[[";
  for (const Segment& segment : segments) {
    if (out.size() > 2) out += ", ";
    out += python_repr(narrow_full_width(python_strip(text_content(*segment.cell))));
  }
  return out + "]]";
}

std::string prompt_for(const std::vector<Segment>& last, const std::vector<Segment>& next) {
  return fmt::format(
      "Please merge the next two tables.\n\n"
      "## Table 1 (Previous Page - Last Table)\n\n"
      "**Caption:** (No caption)\n"
      "**Last Row(s) Data:**\n{}\n\n"
      "---\n\n"
      "## Table 2 (Current Page - First Table)\n\n"
      "**Caption:** (No caption)\n"
      "**First Data Row(s):**\n{}",
      row_text(last), row_text(next));
}

bool columns_fit(const TableScan& a, const TableScan& b, const ScannedRow& last,
                 const ScannedRow& next) {
  return a.columns == b.columns || last.effective_columns() == next.effective_columns() ||
         last.actual_columns == next.actual_columns || last.segments == next.segments;
}

// The inside of the first "[...]" of nothing but digits, commas and white space of any script.
std::optional<std::string_view> first_list(std::string_view reply) {
  constexpr size_t kNone = std::string_view::npos;
  size_t open = kNone;  // behind the bracket
  for (size_t pos = 0; pos < reply.size();) {
    const CodePoint at = code_point_at(reply, pos);
    if (at.code == U']' && open != kNone && pos > open) return reply.substr(open, pos - open);
    const bool inside = at.code == U',' || is_python_space(at.code) || text::is_digit(at.code);
    pos += at.num_bytes;
    if (at.code == U'[') {
      open = pos;
    } else if (!inside) {
      open = kNone;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<OverleafTables> find_overleaf_tables(const PageContent& previous,
                                                   const PageContent& next) {
  const auto counts = [](const ContentBlock& block) { return !stands_between(block.type); };
  const auto last = std::find_if(previous.rbegin(), previous.rend(), counts);
  const auto first = std::find_if(next.begin(), next.end(), counts);
  if (last == previous.rend() || first == next.end()) return std::nullopt;
  if (!is_read_table(*last) || !is_read_table(*first)) return std::nullopt;
  return OverleafTables{static_cast<size_t>(previous.rend() - last) - 1,
                        static_cast<size_t>(first - next.begin())};
}

std::optional<CellMergeTask> cell_merge_task(const PageContent& previous, const PageContent& next,
                                             Compat compat) {
  const auto tables = find_overleaf_tables(previous, next);
  if (!tables) return std::nullopt;
  const ContentBlock& before = previous[tables->previous];
  const ContentBlock& after = next[tables->next];
  if (!widths_fit(before, after)) return std::nullopt;
  const auto before_tree = parse_html(*before.content);
  const auto after_tree = parse_html(*after.content);
  if (!before_tree || !after_tree) return std::nullopt;
  const auto a = scan_table(**before_tree);
  const auto b = scan_table(**after_tree);
  if (!a || !b) return std::nullopt;
  const ScannedRow* last = last_with_cells(*a);
  const size_t first_data = count_repeated_header(*a, *b, compat);
  if (last == nullptr || first_data >= b->rows.size()) return std::nullopt;
  const ScannedRow& row = b->rows[first_data];
  if (!columns_fit(*a, *b, *last, row)) return std::nullopt;

  const std::vector<Segment> last_segments = segments_of(*last);
  const std::vector<Segment> segments = segments_of(row);
  if (segments.empty() || segments.size() != last_segments.size()) return std::nullopt;
  CellMergeTask task{tables->next, prompt_for(last_segments, segments), {}, b->columns};
  for (const Segment& segment : segments) task.segments.push_back(segment.columns);
  return task;
}

std::optional<std::vector<int>> parse_cell_merge(std::string_view reply) {
  const auto list = first_list(reply);
  if (!list) return std::nullopt;
  std::vector<int> flags;
  for (size_t start = 0; start <= list->size();) {
    const size_t end = std::min(list->find(',', start), list->size());
    std::string_view item = list->substr(start, end - start);
    // White space as JSON knows it.
    item.remove_prefix(std::min(item.find_first_not_of(" \t\n\r"), item.size()));
    item = item.substr(0, item.find_last_not_of(" \t\n\r") + 1);
    if (item != "0" && item != "1") return std::nullopt;
    flags.push_back(item == "1" ? 1 : 0);
    start = end + 1;
  }
  return flags;
}

bool apply_cell_merge(const CellMergeTask& task, std::string_view reply, PageContent& next) {
  const auto flags = parse_cell_merge(reply);
  if (!flags || flags->size() != task.segments.size() || task.block >= next.size()) return false;
  std::vector<int> columns(static_cast<size_t>(task.columns), 0);
  for (size_t i = 0; i < flags->size(); ++i) {
    for (int c = task.segments[i].first; c < task.segments[i].end; ++c) {
      columns[static_cast<size_t>(c)] = (*flags)[i];
    }
  }
  next[task.block].cell_merge = std::move(columns);
  return true;
}

}  // namespace mineru::doc::vlm
