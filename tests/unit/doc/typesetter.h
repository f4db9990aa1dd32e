// Sets lines of type for tests of the geometric backend, as a PDF would give them: every character
// is half an em wide, CJK characters one em, a space a quarter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doc/flash/text_line.h"
#include "text/utf8.h"
#include "unit/doc/table_page.h"

namespace mineru::doc::flash {

struct Face {
  double size = 10;
  bool bold = false;
  bool italic = false;
  bool monospace = false;
  bool math = false;
  unsigned face = 1;
};

// One line with its left edge at x. "^2" and "_i" are scripts of the word before; "$x" is a word in
// a mathematical font.
inline Segment line_at(double x, double baseline, std::string_view text, const Face& face = {}) {
  TestPage page;
  page.size = face.size;
  page.left(x, baseline, text);
  Segment line = page.segments.front();
  for (Word& word : line.words) {
    word.bold = face.bold;
    word.italic = face.italic;
    word.monospace = face.monospace;
    word.math = face.math;
    word.face = face.face;
    if (word.text.size() > 1 && word.text[0] == '$') {
      word.text.erase(0, 1);
      word.math = true;
    }
  }
  update_extent(line);
  return line;
}

// The same, its words spread so that it ends at x1.
inline Segment justified(Segment line, double x1) {
  const double x0 = line.box.x0;
  const double factor = (x1 - x0) / line.box.width();
  for (Word& word : line.words) {
    word.box.x0 = x0 + (word.box.x0 - x0) * factor;
    word.box.x1 = x0 + (word.box.x1 - x0) * factor;
  }
  update_extent(line);
  return line;
}

// Sets paragraphs into a column, top to bottom.
class Typesetter {
 public:
  enum class Align { kJustified, kRagged, kCentred };

  Typesetter(double x0, double x1, double first_baseline)
      : x0_(x0), x1_(x1), baseline_(first_baseline) {}

  Face face;
  double leading = 12;
  double first_indent = 0;
  double hang = 0;  // indent of all lines but the first
  Align align = Align::kJustified;

  Typesetter& paragraph(std::string_view text) {
    std::string line;
    bool first = true;
    for (const std::string& token : tokens_of(text)) {
      const double left = x0_ + (first ? first_indent : hang);
      const std::string longer = line + token;
      if (!line.empty() && left + width(longer) > x1_) {
        add(line, left, true);
        line = std::string(text::trim(token));
        first = false;
      } else {
        line = longer;
      }
    }
    add(line, x0_ + (first ? first_indent : hang), false);
    return *this;
  }
  Typesetter& skip(double points) {
    baseline_ += points;
    return *this;
  }

  const std::vector<Segment>& lines() const { return lines_; }
  double baseline() const { return baseline_; }  // of the next line
  media::Box column() const {
    media::Box box;
    for (const Segment& line : lines_) box = unite(box, line.box);
    return {x0_, box.y0, x1_, box.y1};
  }

 private:
  // Words with the space before them; CJK characters one by one.
  static std::vector<std::string> tokens_of(std::string_view text) {
    std::vector<std::string> tokens(1);
    char32_t before = 0;
    for (const char32_t c : text::from_utf8(text)) {
      if (c == ' ' || (text::is_cjk(c) && before != 0 && before != ' ')) tokens.emplace_back();
      text::append_utf8(tokens.back(), c);
      before = c;
    }
    return tokens;
  }
  double width(const std::string& line) const {
    return line_at(0, 0, text::trim(line), face).box.x1;
  }
  void add(const std::string& text, double left, bool full) {
    Segment line = line_at(left, baseline_, text::trim(text), face);
    if (align == Align::kCentred)
      line = line_at((x0_ + x1_ - line.box.width()) / 2, baseline_, text::trim(text), face);
    if (align == Align::kJustified && full) line = justified(line, x1_);
    lines_.push_back(line);
    baseline_ += leading;
  }

  double x0_;
  double x1_;
  double baseline_;
  std::vector<Segment> lines_;
};

// Sentences that no rule takes for something else; the same for one number, different for others.
inline std::string prose(int num_words, int variant = 0) {
  static constexpr const char* kWords[] = {
      "river",  "season",  "measured", "the",   "quiet",  "bridge", "was",   "observed",
      "behind", "several", "stations", "under", "gentle", "light",  "while", "records"};
  std::string text = variant % 2 == 0 ? "Every" : "Some";
  for (int i = 1; i < num_words; ++i) {
    text += ' ';
    text += kWords[static_cast<size_t>(i * 7 + variant * 5 + i * i / 3) % std::size(kWords)];
  }
  return text + '.';
}

}  // namespace mineru::doc::flash
