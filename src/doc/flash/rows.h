// Lines of a column: segments that stand on one baseline, put side by side, with what the eye sees
// of a line at once (bold, formula, list marker).
#pragma once

#include <string>
#include <vector>

#include "doc/flash/text_line.h"

namespace mineru::doc::flash {

// "•", "(3)", "2.1", "[7]", ... at the front of a line.
enum class Marker { kNone, kBullet, kNumber, kParenthesis, kBracket, kLetter };

struct Row {
  Segment line;
  bool bold = false;       // all of it
  bool italic = false;     // all of it
  bool monospace = false;  // nearly all of it
  unsigned face = 0;       // font of all of it; 0 = several
  bool formula = false;    // looks like a display formula or a part of one
  bool leader = false;     // "Chapter ........ 12"
  Marker marker = Marker::kNone;
  double text_x = 0;      // where the text behind the marker begins; x0 without one
  double widest_gap = 0;  // between its segments
  double last_gap = 0;    // before its last segment
};

// Rows from top to bottom. `column` bounds the text column (for centred formulas).
std::vector<Row> rows_of(std::vector<Segment> segments, const Box& column);

// The marker that the text starts with; `length` becomes its size in bytes.
Marker leading_marker(std::string_view text, size_t& length);

// An equation's number at the end of a row: "(3)", "(2.1a)".
bool is_equation_number(std::string_view word);

}  // namespace mineru::doc::flash
