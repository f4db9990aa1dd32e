#include "doc/flash/rows.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

bool is_bullet(char32_t c) {
  static constexpr char32_t kBullets[] = {0x2022, 0x25E6, 0x25AA, 0x25AB, 0x25CF, 0x25CB, 0x25A0,
                                          0x25A1, 0x2023, 0x2043, 0x2219, 0x00B7, 0x25C6, 0x25C7,
                                          0x25B6, 0x27A2, 0x2794, 0x2713, 0x2714, 0xF0B7, 0xF0A7,
                                          0xF0D8, 0x2756, 0x2605, 0x30FB};
  return std::find(std::begin(kBullets), std::end(kBullets), c) != std::end(kBullets);
}

bool is_dash(char32_t c) { return c == '-' || c == 0x2013 || c == 0x2014 || c == '*'; }

// Share of the row's characters whose word satisfies `test`.
double share(const Segment& line, const std::function<bool(const Word&)>& test) {
  size_t all = 0;
  size_t matching = 0;
  for (const Word& word : line.words) {
    all += word.text.size();
    if (test(word)) matching += word.text.size();
  }
  return all == 0 ? 0 : static_cast<double>(matching) / static_cast<double>(all);
}

size_t digits_and_dots(const std::u32string& codes, size_t from) {
  size_t i = from;
  while (i < codes.size() && (text::is_digit(codes[i]) || (codes[i] == '.' && i > from))) ++i;
  return i;
}

bool is_cjk_number(char32_t c) {
  return std::u32string_view(U"一二三四五六七八九十").find(c) != std::u32string_view::npos;
}

// Number of code points of "(12)", "(a)", "（三）", "[3]", "①"; 0 if there is none.
size_t enclosed_length(const std::u32string& codes, char32_t open, char32_t close) {
  if (codes.empty() || codes[0] != open) return 0;
  size_t i = 1;
  while (i < codes.size() && i < 6 &&
         (text::is_digit(codes[i]) || is_cjk_number(codes[i]) ||
          (codes[i] < 0x80 && text::is_letter(codes[i]) && i < 5))) {
    ++i;
  }
  if (i == 1 || i >= codes.size() || codes[i] != close) return 0;
  const bool word = i > 3 && text::is_letter(codes[1]) && text::is_lower(codes[2]) &&
                    codes[1] != 'i' && codes[1] != 'v' && codes[1] != 'x';
  return word ? 0 : i + 1;
}

Marker numbered_marker(const std::u32string& codes, size_t& count) {
  const size_t end = digits_and_dots(codes, 0);
  if (end > 0 && end <= 8 && end < codes.size()) {
    const char32_t next = codes[end];
    const bool dotted = codes[end - 1] == '.' && (text::is_space(next) || text::is_cjk(next));
    if (dotted || next == ')' || next == 0xFF09 || next == 0x3001 || next == 0xFF0E) {
      count = end + (dotted ? 0 : 1);
      return Marker::kNumber;
    }
  }
  size_t han = 0;
  while (han < codes.size() && han < 4 && is_cjk_number(codes[han])) ++han;
  if (han > 0 && han < codes.size() && codes[han] == 0x3001) {
    count = han + 1;
    return Marker::kNumber;
  }
  const bool letter = codes.size() > 2 && codes[0] < 0x80 && text::is_letter(codes[0]);
  if (letter && codes[1] == ')' && text::is_space(codes[2])) {
    count = 2;
    return Marker::kLetter;
  }
  return Marker::kNone;
}

// Words of prose: three letters or more in a text font, or ideographs.
bool is_prose(const Word& word) {
  static constexpr std::string_view kFunctions[] = {
      "log",     "exp",   "min", "max",    "sin",    "cos",    "tan", "lim",
      "sup",     "inf",   "arg", "det",    "dim",    "for",    "mod", "otherwise",
      "softmax", "where", "and", "argmax", "argmin", "subject"};
  if (word.math || word.script != Script::kNormal) return false;
  const std::u32string codes = text::from_utf8(word.text);
  size_t letters = 0;
  size_t lower = 0;
  for (const char32_t c : codes) {
    if (text::is_han(c)) return true;
    letters += text::is_letter(c) && c < 0x250;
    lower += text::is_lower(c);
  }
  if (lower == 0 && letters < 5) return false;  // "SSE": a name in a formula
  if (letters < 3 || letters * 10 < codes.size() * 7) return false;
  return std::find(std::begin(kFunctions), std::end(kFunctions), word.text) == std::end(kFunctions);
}

// Signs that make a statement of symbols; a lone symbol or a slash makes none.
bool has_relation(const Segment& line) {
  static constexpr std::u32string_view kSigns = U"=<>+×÷±≤≥≈≠≡∼∝∈∉⊂⊆→←↔⇒⇔∑∏∫∂∇√−⋅·←";
  int signs = 0;
  for (const Word& word : line.words) {
    for (const char32_t c : text::from_utf8(word.text))
      signs += kSigns.find(c) != std::u32string_view::npos;
  }
  return signs > 0 && line.num_chars() >= 3;
}

bool looks_like_formula(const Row& row, const Box& column) {
  const Segment& line = row.line;
  const bool numbered = is_equation_number(line.words.back().text) && line.words.size() > 1;
  const size_t prose =
      static_cast<size_t>(std::count_if(line.words.begin(), line.words.end(), is_prose));
  const double prose_share = share(line, is_prose);
  const bool indented = line.box.x0 > column.x0 + 0.9 * line.size;
  if (!has_relation(line) || row.marker == Marker::kBullet) return false;
  if (numbered && row.widest_gap > line.size) return prose_share < 0.5;
  return indented && (prose == 0 || (prose <= 1 && prose_share < 0.25)) &&
         line.box.x1 < column.x1 - 0.2 * line.size;
}

bool has_leader(const std::string& plain) {
  size_t run = 0;
  for (const char c : plain) {
    if (c == '.') {
      if (++run >= 5) return true;
    } else if (c != ' ') {
      run = 0;
    }
  }
  return plain.find("……") != std::string::npos && plain.size() > 6 &&
         std::isdigit(static_cast<unsigned char>(plain.back())) != 0;
}

// "1 Introduction            4": a title, a wide gap, a page number.
bool is_contents_line(const Row& row) {
  const Segment& line = row.line;
  const std::string& last = line.words.back().text;
  const bool number = last.size() <= 4 && last.find_first_not_of("0123456789") == std::string::npos;
  return number && row.last_gap > 5 * line.size && line.num_chars() > 3;
}

unsigned common_face(const Segment& line) {
  unsigned face = 0;
  for (const Word& word : line.words) {
    if (word.math || word.script != Script::kNormal) continue;
    if (face != 0 && word.face != face) return 0;
    face = word.face;
  }
  return face;
}

// Limits, numerators, brackets: short, without prose, right by a formula. They belong to it.
void spread_formulas(std::vector<Row>& rows) {
  const auto is_fragment = [](const Row& row) {
    const Segment& line = row.line;
    return !row.formula && line.num_chars() <= 40 && row.marker != Marker::kBullet && !row.leader &&
           !row.monospace && std::none_of(line.words.begin(), line.words.end(), is_prose);
  };
  const auto touches = [](const Row& fragment, const Row& formula) {
    const double size = std::max(fragment.line.size, formula.line.size);
    // Beside it, however far: its number, its conditions.
    const double shared = y_overlap(fragment.line.box, formula.line.box);
    if (shared > 0.5 * fragment.line.box.height()) return true;
    return shared > -0.75 * size &&
           x_overlap(fragment.line.box, inflate(formula.line.box, 2 * size, 0)) > 0;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!is_fragment(rows[i])) continue;
      for (size_t k = i < 4 ? 0 : i - 4; k < std::min(rows.size(), i + 5); ++k) {
        if (k != i && rows[k].formula && touches(rows[i], rows[k]))
          rows[i].formula = changed = true;
      }
    }
  }
}

void observe(Row& row, const Box& column) {
  const Segment& line = row.line;
  row.face = common_face(line);
  row.bold = share(line, [](const Word& w) { return w.bold; }) > 0.88;
  row.italic = share(line, [](const Word& w) { return w.italic; }) > 0.7;
  row.monospace = share(line, [](const Word& w) { return w.monospace; }) > 0.85;
  const std::string plain = line.plain_text();
  size_t length = 0;
  row.marker = leading_marker(plain, length);
  row.text_x = line.box.x0;
  if (row.marker != Marker::kNone) {
    size_t seen = 0;
    for (const Word& word : line.words) {
      seen += word.text.size() + (word.space_before && seen > 0 ? 1 : 0);
      if (seen > length + (word.space_before ? 1 : 0)) {
        row.text_x = word.box.x0;
        break;
      }
    }
  }
  row.leader = has_leader(plain) || is_contents_line(row);
  row.formula = !row.leader && !row.monospace && looks_like_formula(row, column);
}

bool same_row(const Row& row, const Segment& s) {
  const double size = std::max(row.line.size, s.size);
  const double shared = y_overlap(row.line.box, s.box);
  const double least = std::min(row.line.box.height(), s.box.height());
  return std::abs(row.line.baseline - s.baseline) < 0.33 * size && shared > 0.55 * least;
}

void append(Row& row, Segment s) {
  const double gap = s.box.x0 - row.line.box.x1;
  row.widest_gap = std::max(row.widest_gap, gap);
  row.last_gap = gap;
  const auto cjk_edge = [](const std::string& t, bool front) {
    const std::u32string codes = text::from_utf8(t);
    return !codes.empty() && text::is_cjk(front ? codes.front() : codes.back());
  };
  const bool tight = gap < 0.6 * s.size && cjk_edge(row.line.words.back().text, false) &&
                     cjk_edge(s.words.front().text, true);
  s.words.front().space_before = !tight && gap > 0.1 * s.size;
  row.line.words.insert(row.line.words.end(), s.words.begin(), s.words.end());
  update_extent(row.line);
}

}  // namespace

bool is_equation_number(std::string_view word) {
  if (word.size() < 3 || word.size() > 9 || word.front() != '(' || word.back() != ')') return false;
  const std::string_view inner = word.substr(1, word.size() - 2);
  bool digit = false;
  for (const char c : inner) {
    if (c >= '0' && c <= '9') {
      digit = true;
    } else if (c != '.' && c != '-' && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F')) {
      return false;
    }
  }
  return digit;
}

Marker leading_marker(std::string_view text, size_t& length) {
  length = 0;
  const std::u32string codes = text::from_utf8(text.substr(0, std::min<size_t>(text.size(), 64)));
  const auto bytes = [&](size_t count) { return text::to_utf8(codes.substr(0, count)).size(); };
  if (codes.size() < 2) return Marker::kNone;
  if (is_bullet(codes[0]) || (is_dash(codes[0]) && text::is_space(codes[1]))) {
    length = bytes(1);
    return Marker::kBullet;
  }
  if (codes[0] >= 0x2460 && codes[0] <= 0x2473) {
    length = bytes(1);
    return Marker::kNumber;
  }
  for (const auto& [open, close] : {std::pair<char32_t, char32_t>{'(', ')'}, {0xFF08, 0xFF09}}) {
    if (const size_t count = enclosed_length(codes, open, close); count > 0) {
      length = bytes(count);
      return Marker::kParenthesis;
    }
  }
  if (const size_t count = enclosed_length(codes, '[', ']'); count > 0) {
    length = bytes(count);
    return Marker::kBracket;
  }
  size_t count = 0;
  const Marker marker = numbered_marker(codes, count);
  length = bytes(count);
  return marker;
}

std::vector<Row> rows_of(std::vector<Segment> segments, const Box& column) {
  std::stable_sort(segments.begin(), segments.end(),
                   [](const Segment& a, const Segment& b) { return a.baseline < b.baseline; });
  std::vector<std::vector<Segment>> groups;
  std::vector<Row> probes;  // extents of the groups
  for (Segment& s : segments) {
    const size_t newest = probes.size();
    size_t into = newest;
    for (size_t k = newest; k-- > 0 && newest - k <= 3;) {
      const bool collides =
          std::any_of(groups[k].begin(), groups[k].end(), [&](const Segment& other) {
            return x_overlap(other.box, s.box) > 0.4 * std::min(other.box.width(), s.box.width());
          });
      if (same_row(probes[k], s) && !collides) into = k;
    }
    if (into == newest) {
      groups.emplace_back();
      probes.push_back({});
      probes.back().line.baseline = s.baseline;
      probes.back().line.size = s.size;
    }
    probes[into].line.box = unite(probes[into].line.box, s.box);
    groups[into].push_back(std::move(s));
  }
  std::vector<Row> rows;
  for (auto& group : groups) {
    std::stable_sort(group.begin(), group.end(),
                     [](const Segment& a, const Segment& b) { return a.box.x0 < b.box.x0; });
    Row row;
    row.line = std::move(group.front());
    for (size_t i = 1; i < group.size(); ++i) append(row, std::move(group[i]));
    observe(row, column);
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.line.baseline < b.line.baseline; });
  spread_formulas(rows);
  return rows;
}

}  // namespace mineru::doc::flash
