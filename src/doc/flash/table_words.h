// The words of a page as the table finders handle them: by number, in visual rows.
#pragma once

#include <span>
#include <vector>

#include "doc/flash/text_line.h"

namespace mineru::doc::flash {

// A word with the baseline and size of its line, so that scripts stay on their row.
struct TableWord {
  const Word* word = nullptr;
  int segment = 0;
  double baseline = 0;
  double size = 0;
};

// Words on one baseline, whatever segments they come from.
struct VisualRow {
  std::vector<int> words;  // from left to right
  double baseline = 0;
  double size = 0;
  Box box;
};

// Words of a row without a wide gap between them.
struct Piece {
  std::vector<int> words;
  Box box;
};

// Words in points; a wider gap than this many ems parts two cells. A space is 0.25 to 0.4 em wide.
inline constexpr double kCellGapEm = 0.45;

// Borrows the segments that it was built from. Not thread-safe.
class PageWords {
 public:
  explicit PageWords(const std::vector<Segment>& segments);

  void take(std::span<const int> words);

  const TableWord& at(int word) const { return words_[static_cast<size_t>(word)]; }
  const Box& box(int word) const { return at(word).word->box; }
  int size() const { return static_cast<int>(words_.size()); }
  bool is_free(int word) const { return !taken_[static_cast<size_t>(word)]; }
  // Free words whose centre lies in `area`, in reading order of their segments.
  std::vector<int> inside(const Box& area) const;
  // Words of any kind at that height: what inside() has to look at.
  int num_between(double y0, double y1) const;
  // Rows from top to bottom.
  std::vector<VisualRow> rows(std::span<const int> words) const;
  std::vector<Piece> pieces(const VisualRow& row, double gap_em) const;
  Box bounds(std::span<const int> words) const;
  // Words of one row as a line of text.
  Segment line(std::span<const int> words) const;
  // All words of a cell: lines joined as a paragraph; '\n' between separate items.
  std::string text(std::span<const int> words) const;
  // What is not taken, in the order of the segments; a segment with a hole becomes several.
  std::vector<Segment> rest(const std::vector<Segment>& segments) const;

 private:
  void attach_scripts(std::vector<VisualRow>& rows) const;

  std::vector<TableWord> words_;
  std::vector<char> taken_;
  std::vector<int> by_y_;  // word numbers by the centre of their boxes
};

}  // namespace mineru::doc::flash
