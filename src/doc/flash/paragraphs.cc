#include "doc/flash/paragraphs.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "doc/flash/roles.h"
#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

// Lengths in units of the font size.
constexpr double kIndent = 0.55;        // further right than this: indented
constexpr double kMaxIndent = 7.0;      // further: not an indent but something else
constexpr double kLooseLeading = 1.28;  // times the usual distance of baselines: another group

// Rows without a visible break between them; paragraphs are cut inside by indents and short lines.
struct Group {
  std::vector<Row> rows;
  double left = 0;
  double right = 0;
  double slack = 0.6;    // of the font size: how ragged lines may end without ending a paragraph
  bool hanging = false;  // items stand out to the left
  bool centered = false;
  bool verse = false;  // short lines that each begin anew: an address, names, key figures
};

// Usual distance of baselines, in font sizes, among lines of about this size.
double usual_leading(const std::vector<Row>& rows, double size) {
  std::vector<double> distances;
  for (size_t i = 1; i < rows.size(); ++i) {
    const double larger = std::max(rows[i].line.size, rows[i - 1].line.size);
    const double smaller = std::min(rows[i].line.size, rows[i - 1].line.size);
    const double d = rows[i].line.baseline - rows[i - 1].line.baseline;
    const bool same = larger < 1.1 * smaller && larger < 1.1 * size && smaller > 0.9 * size;
    if (same && d > 0.8 * larger && d < 2.3 * larger && !rows[i].formula)
      distances.push_back(d / larger);
  }
  if (distances.size() < 3) return 1.25;
  // The lower half: distances across paragraph gaps must not count as usual.
  const auto low = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 2 / 5);
  std::nth_element(distances.begin(), low, distances.end());
  return std::clamp(*low, 1.0, 2.2);
}

// The same for every size on the page, each worked out once.
class Leading {
 public:
  explicit Leading(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      const int key = key_of(row.line.size);
      if (by_size_.count(key) == 0) by_size_[key] = usual_leading(rows, row.line.size);
    }
  }
  double of(double size) const { return by_size_.at(key_of(size)); }

 private:
  static int key_of(double size) { return static_cast<int>(std::lround(size * 4)); }
  std::map<int, double> by_size_;
};

bool fills(const Row& row, double right) { return row.line.box.x1 > right - 1.2 * row.line.size; }

bool parts(const Row& a, const Row& b, const Leading& leadings, const TextContext& context,
           double column_right) {
  const double leading = std::max(leadings.of(a.line.size), leadings.of(b.line.size));
  const double size = std::max(a.line.size, b.line.size);
  const double d = b.line.baseline - a.line.baseline;
  const double ratio = size / std::min(a.line.size, b.line.size);
  // A symbol or two within the line's reach say nothing about its type.
  const bool tiny = std::min(a.line.num_chars(), b.line.num_chars()) <= 2 &&
                    y_overlap(a.line.box, b.line.box) > -0.25 * size;
  if (ratio > (context.ocr ? 1.28 : 1.11) && !tiny) return true;
  if (d > kLooseLeading * leading * size && d > 1.15 * size) return true;
  if (a.formula != b.formula || a.monospace != b.monospace) return true;
  // A bold line that fills the column and is followed without a gap is a run-in heading.
  const bool runs_in = fills(a, column_right) && d < 1.12 * leading * size;
  if (a.bold != b.bold && !runs_in && !tiny && a.line.num_chars() > 3 && b.line.num_chars() > 3)
    return true;
  if (a.italic != b.italic && !fills(a, column_right) && a.line.num_chars() > 3) return true;
  return x_overlap(a.line.box, b.line.box) <= 0;
}

bool is_centered(const Group& group, const Box& column) {
  if (group.rows.size() == 1) return false;
  const double middle = column.center_x();
  int off_edges = 0;
  for (const Row& row : group.rows) {
    const Box& b = row.line.box;
    if (std::abs(b.center_x() - middle) > 0.03 * column.width() + 1) return false;
    off_edges += b.x0 > column.x0 + row.line.size && b.x1 < column.x1 - row.line.size;
  }
  return off_edges * 2 >= static_cast<int>(group.rows.size());
}

double first_word_width(const Row& row) {
  double width = 0;
  for (size_t i = 0; i < row.line.words.size(); ++i) {
    const Word& word = row.line.words[i];
    if (i > 0 && word.space_before) break;
    const std::u32string codes = text::from_utf8(word.text);
    if (!codes.empty() && text::is_cjk(codes.front())) return width + 2.2 * word.size;
    width += word.box.width();
  }
  return width;
}

// The next line's first word would have fitted: the line was ended on purpose.
bool ends_early(const Row& row, const Row& next, const Group& group) {
  return group.right - row.line.box.x1 > first_word_width(next) + group.slack * row.line.size;
}

bool is_verse(const std::vector<Row>& rows) {
  return rows.size() >= 2 && std::all_of(rows.begin(), rows.end(), [](const Row& row) {
           const char32_t first = text::from_utf8(row.line.words.front().text).front();
           const bool begins = text::is_upper(first) || text::is_digit(first) || first == '+';
           const bool short_line = row.line.num_chars() <= 34;
           return begins && short_line && !row.bold && row.marker == Marker::kNone;
         });
}

// Where the group's lines begin, were it not for a note in the margin beside one of many.
double left_edge(const std::vector<Row>& rows) {
  std::vector<double> starts;
  starts.reserve(rows.size());
  for (const Row& row : rows) starts.push_back(row.line.box.x0);
  std::sort(starts.begin(), starts.end());
  if (rows.size() < 5) return starts.front();
  for (const double x : starts) {
    const auto near = std::count_if(starts.begin(), starts.end(), [&](double other) {
      return other >= x && other < x + kIndent * rows.front().line.size;
    });
    if (near >= 2 && near * 8 >= static_cast<long>(rows.size())) return x;
  }
  return starts.front();
}

void measure(Group& group, const Box& column) {
  group.left = left_edge(group.rows);
  for (const Row& row : group.rows) group.right = std::max(group.right, row.line.box.x1);
  group.centered = is_centered(group, column);
  group.verse = is_verse(group.rows);
  // Does an outdent or an indent start a paragraph? The line before a start tends to be short.
  int hanging = 0;
  int first_line = 0;
  int indented = 0;
  for (size_t i = 0; i < group.rows.size(); ++i) {
    const Row& row = group.rows[i];
    const double indent = (row.line.box.x0 - group.left) / row.line.size;
    indented += indent > kIndent;
    if (i == 0) continue;
    const Row& before = group.rows[i - 1];
    const double before_indent = (before.line.box.x0 - group.left) / row.line.size;
    const bool early = ends_early(before, row, group);
    if (before_indent > kIndent && indent <= kIndent) ++(early ? hanging : first_line);
    if (before_indent <= kIndent && indent > kIndent) ++(early ? first_line : hanging);
  }
  const int count = static_cast<int>(group.rows.size());
  const Row& top = group.rows.front();
  const bool first_out = top.line.box.x0 - group.left <= kIndent * top.line.size;
  const bool undecided = first_out && hanging == first_line && indented * 2 > count;
  group.hanging = indented > 0 && (hanging > first_line || undecided);
}

int numbers_in(const Group& group) {
  return static_cast<int>(std::count_if(group.rows.begin(), group.rows.end(), [](const Row& row) {
    return is_equation_number(row.line.words.back().text);
  }));
}

std::vector<Group> groups_of(std::vector<Row> rows, const Box& column, const TextContext& context) {
  std::vector<Group> groups;
  const Leading leading(rows);
  for (Row& row : rows) {
    if (groups.empty() || parts(groups.back().rows.back(), row, leading, context, column.x1))
      groups.emplace_back();
    groups.back().rows.push_back(std::move(row));
  }
  // A display formula's pieces (limits, fractions) are one group however they are spaced.
  for (size_t i = 1; i < groups.size();) {
    Group& a = groups[i - 1];
    Group& b = groups[i];
    const double gap = b.rows.front().line.box.y0 - a.rows.back().line.box.y1;
    const bool formulas = a.rows.back().formula && b.rows.front().formula;
    const double reach = numbers_in(a) == 0 ? 1.0 : numbers_in(b) == 0 ? 0.5 : 0.1;
    if (formulas && gap < reach * context.body_size) {
      for (Row& row : b.rows) a.rows.push_back(std::move(row));
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  for (Group& group : groups) {
    if (context.ocr) group.slack = 1.8;
    measure(group, column);
  }
  return groups;
}

bool starts_item(const Row& row, const Row& before, const Paragraph& current, const Group& group) {
  if (row.marker == Marker::kNone) return false;
  if (row.marker == Marker::kBullet) return true;
  if (current.rows.front().marker == row.marker &&
      std::abs(current.rows.front().line.box.x0 - row.line.box.x0) < row.line.size) {
    return true;
  }
  return ends_early(before, row, group);
}

bool starts_paragraph(const Row& row, const Row& before, const Paragraph& current,
                      const Group& group) {
  if (row.monospace || row.formula) return false;
  if (row.leader || before.leader) return true;
  if (starts_item(row, before, current, group)) return true;
  const double size = row.line.size;
  const Row& first = current.rows.front();
  if (first.marker != Marker::kNone) {
    // The text of an item stays with it; a line further left than the marker leaves it.
    if (std::abs(row.line.box.x0 - first.text_x) < 0.6 * size)
      return ends_early(before, row, group);
    // Not where a numbered paragraph merely has its first line indented.
    const bool hangs = group.hanging || first.marker == Marker::kBullet;
    if (hangs && row.line.box.x0 < first.line.box.x0 - kIndent * size) return true;
  }
  const bool affiliation =
      row.line.words.front().script == Script::kSuper && before.line.size < 1.3 * size;
  if (group.centered) return affiliation || ends_early(before, row, group);
  if (group.verse) return true;
  const double indent = (row.line.box.x0 - group.left) / size;
  const double before_indent = (before.line.box.x0 - group.left) / size;
  if (group.hanging)
    return indent <= kIndent && (before_indent > kIndent || ends_early(before, row, group));
  if (indent > kIndent && indent < kMaxIndent && before_indent <= kIndent) return true;
  return ends_early(before, row, group);
}

void finish(Paragraph& p, const Group& group, const Box& column, unsigned body_face) {
  double weight = 0;
  int bold = 0;
  int italic = 0;
  p.other_face = body_face != 0;
  for (const Row& row : p.rows) {
    p.other_face = p.other_face && row.face != 0 && row.face != body_face;
    p.box = unite(p.box, row.line.box);
    p.size += row.line.size * row.line.num_chars();
    weight += row.line.num_chars();
    bold += row.bold;
    italic += row.italic;
  }
  p.size /= std::max(1.0, weight);
  const int count = static_cast<int>(p.rows.size());
  p.bold = bold == count;
  p.italic = italic == count;
  p.alone = group.rows.size() <= 1 && count == 1;
  const double indent = p.rows.front().line.box.x0 - std::min(group.left, column.x0 + p.size);
  p.indent = std::max(0.0, p.rows.front().line.box.x0 - column.x0);
  p.text_indent = p.rows.front().text_x - column.x0;
  p.starts_indented = !group.hanging && !group.centered && indent > kIndent * p.size;
  p.hangs_over = group.hanging && indent > kIndent * p.size;
  p.ends_full = fills(p.rows.back(), std::max(group.right, column.x1 - 1.5 * p.size));
}

}  // namespace

std::string Paragraph::text() const {
  std::string out;
  for (const Row& row : rows) {
    if (!out.empty()) out += ' ';
    out += row.line.plain_text();
  }
  return out;
}

std::vector<Paragraph> paragraphs_of(std::vector<Row> rows, const Box& column,
                                     TextContext& context) {
  std::vector<Paragraph> paragraphs;
  for (Group& group : groups_of(std::move(rows), column, context)) {
    std::vector<Paragraph> parts_of_group;
    for (Row& row : group.rows) {
      const bool large =
          row.line.size > 1.15 * context.body_size;  // a title's lines belong together
      if (parts_of_group.empty() ||
          (!large && starts_paragraph(row, parts_of_group.back().rows.back(), parts_of_group.back(),
                                      group))) {
        parts_of_group.emplace_back();
      }
      parts_of_group.back().rows.push_back(std::move(row));
    }
    for (Paragraph& p : parts_of_group) {
      finish(p, group, column, context.body_face);
      p.starts_new = p.starts_indented || &p != &parts_of_group.front();
      p.role = role_of(p, column, context);
      paragraphs.push_back(std::move(p));
    }
  }
  if (!paragraphs.empty()) paragraphs.front().first_in_column = true;
  return paragraphs;
}

}  // namespace mineru::doc::flash
