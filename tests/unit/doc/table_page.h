// A page of words and rules for tests of the table finders: every character is half an em wide,
// CJK characters one em, a space a quarter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doc/flash/table.h"
#include "text/utf8.h"

namespace mineru::doc::flash {

struct TestPage {
  std::vector<Segment> segments;
  std::vector<media::NativeRule> rules;
  std::vector<media::NativeGraphic> graphics;
  double size = 10;
  bool bold = false;

  static double width_of(std::string_view word, double em) {
    double width = 0;
    for (const char32_t c : text::from_utf8(word)) width += text::is_cjk(c) ? em : em / 2;
    return width;
  }

  // One segment with its left edge at x. "^2" and "_i" are scripts of the word before.
  TestPage& left(double x, double baseline, std::string_view line) {
    Segment segment;
    size_t begin = 0;
    while (begin < line.size()) {
      const size_t end = std::min(line.find(' ', begin), line.size());
      std::string_view token = line.substr(begin, end - begin);
      begin = end + 1;
      Word word;
      word.size = size;
      word.baseline = baseline;
      word.bold = bold;
      word.space_before = !segment.words.empty();
      if (token.size() > 1 && (token[0] == '^' || token[0] == '_')) {
        word.script = token[0] == '^' ? Script::kSuper : Script::kSub;
        word.size = 0.7 * size;
        word.baseline += token[0] == '^' ? -0.35 * size : 0.15 * size;
        word.space_before = false;
        token.remove_prefix(1);
      }
      if (word.space_before) x += 0.25 * size;
      const double width = width_of(token, word.size);
      word.text = token;
      word.box = {x, word.baseline - 0.75 * word.size, x + width, word.baseline + 0.25 * word.size};
      x += width;
      segment.words.push_back(word);
    }
    update_extent(segment);
    segments.push_back(segment);
    return *this;
  }

  double line_width(std::string_view line) const {
    TestPage scratch;
    scratch.size = size;
    scratch.left(0, 0, line);
    return scratch.segments[0].box.x1;
  }
  TestPage& right(double x, double baseline, std::string_view line) {
    return left(x - line_width(line), baseline, line);
  }
  TestPage& centre(double x, double baseline, std::string_view line) {
    return left(x - line_width(line) / 2, baseline, line);
  }
  // Cells of one row with their left edges at `xs`; empty ones are left out.
  TestPage& row(double baseline, const std::vector<double>& xs,
                const std::vector<std::string>& cells) {
    for (size_t i = 0; i < cells.size(); ++i) {
      if (!cells[i].empty()) left(xs[i], baseline, cells[i]);
    }
    return *this;
  }

  TestPage& horizontal(double y, double x0, double x1, double thickness = 0.5) {
    rules.push_back({{x0, y - thickness / 2, x1, y + thickness / 2}, true});
    return *this;
  }
  TestPage& vertical(double x, double y0, double y1, double thickness = 0.5) {
    rules.push_back({{x - thickness / 2, y0, x + thickness / 2, y1}, false});
    return *this;
  }
  // A full grid.
  TestPage& grid(const std::vector<double>& xs, const std::vector<double>& ys) {
    for (const double y : ys) horizontal(y, xs.front(), xs.back());
    for (const double x : xs) vertical(x, ys.front(), ys.back());
    return *this;
  }

  std::vector<Table> extract() { return extract_tables(segments, rules, graphics, size); }
  // HTML of all tables; "" when there are none.
  std::string html() {
    std::string html;
    for (const Table& table : extract()) html += table_html(table);
    return html;
  }
  // What stayed text.
  std::string rest() const {
    std::string rest;
    for (const Segment& segment : segments) rest += segment.text() + "|";
    return rest;
  }
};

// "a,b;c,d" with plain cells as HTML.
inline std::string plain_html(std::string_view rows) {
  std::string html = "<table><tr><td>";
  for (const char c : rows) {
    if (c == ';') {
      html += "</td></tr><tr><td>";
    } else if (c == ',') {
      html += "</td><td>";
    } else {
      html += c;
    }
  }
  return html + "</td></tr></table>";
}

}  // namespace mineru::doc::flash
