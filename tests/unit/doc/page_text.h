// Texts reduced to what a comparison with the truth is about, and tables reduced to their cells.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/utf8.h"

namespace mineru::doc {

inline std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

inline std::string without_entities(std::string text) {
  for (const auto& [entity, plain] : std::initializer_list<std::pair<const char*, const char*>>{
           {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#x27;", "'"}, {"&amp;", "&"}})
    text = replace_all(std::move(text), entity, plain);
  return text;
}

// Without script tags, Markdown escapes and white space: raised letters and spaces beside them are
// matters of taste that other tests judge.
inline std::string bare(std::string_view markdown) {
  std::string text(markdown);
  for (const char* tag : {"<sup>", "</sup>", "<sub>", "</sub>"})
    text = replace_all(std::move(text), tag, "");
  std::u32string out;
  const std::u32string codes = text::from_utf8(text);
  for (size_t i = 0; i < codes.size(); ++i) {
    const bool escape = codes[i] == '\\' && i + 1 < codes.size() && codes[i + 1] < 0x80 &&
                        !text::is_letter(codes[i + 1]) && !text::is_digit(codes[i + 1]);
    if (!escape && !text::is_space(codes[i])) out.push_back(codes[i]);
  }
  return text::to_utf8(out);
}

inline size_t count_of(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

// A cell with its place in the grid.
struct PlacedCell {
  int row = 0;
  int column = 0;
  int row_span = 1;
  int column_span = 1;
  std::string text;  // bare

  bool operator==(const PlacedCell&) const = default;
};

inline int span_attribute(std::string_view tag, std::string_view name) {
  const size_t at = tag.find(std::string(name) + "=\"");
  return at == std::string_view::npos ? 1
                                      : std::stoi(std::string(tag.substr(at + name.size() + 2, 4)));
}

// Cells of "<table><tr><td rowspan="2">..": places follow from the spans, as in a browser.
inline std::vector<PlacedCell> cells_of(std::string_view html) {
  std::vector<PlacedCell> cells;
  const auto is_covered = [&](int row, int column) {
    for (const PlacedCell& c : cells) {
      if (row >= c.row && row < c.row + c.row_span && column >= c.column &&
          column < c.column + c.column_span)
        return true;
    }
    return false;
  };
  int row = -1;
  int column = 0;
  for (size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (html.substr(at, 4) == "<tr>") {
      ++row;
      column = 0;
    }
    if (html.substr(at, 3) != "<td") continue;
    const size_t close = html.find('>', at);
    const size_t end = html.find("</td>", close);
    if (close == std::string_view::npos || end == std::string_view::npos) break;
    while (is_covered(row, column)) ++column;
    const std::string_view tag = html.substr(at, close - at);
    cells.push_back({row, column, span_attribute(tag, "rowspan"), span_attribute(tag, "colspan"),
                     without_entities(bare(html.substr(close + 1, end - close - 1)))});
  }
  return cells;
}

}  // namespace mineru::doc
