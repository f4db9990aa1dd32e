// From the rows of one column to paragraphs with a role.
#pragma once

#include <string>
#include <vector>

#include "doc/flash/rows.h"

namespace mineru::doc::flash {

enum class Role {
  kText,
  kTitle,
  kListItem,
  kEquation,
  kCode,
  kFootnote,
  kReference,
  kContentsLine,  // of a table of contents: keeps its line
};

struct Paragraph {
  Role role = Role::kText;
  std::vector<Row> rows;
  Box box;
  double size = 0;  // font size of most of it
  bool bold = false;
  bool italic = false;
  bool other_face = false;  // in one font that is not the running text's
  bool first_in_column = false;
  bool alone = false;            // a single line with a visible break above and below
  bool starts_indented = false;  // the first row begins right of the column's edge
  bool starts_new = true;        // false: may continue the paragraph before it (top of a column)
  bool hangs_over = false;  // begins with a line of an item whose start is in the column before
  bool ends_full = false;   // the last row fills the column: the paragraph may go on elsewhere
  double indent = 0;        // of the first row, from the column's edge, points
  double text_indent = 0;   // of the text behind its marker, likewise

  std::string text() const;  // rows joined with one space; for tests of content only
};

// What a column must know of its page and document.
struct TextContext {
  double body_size = 10;
  unsigned body_face = 0;      // font of the running text; 0 = unknown
  bool ocr = false;            // sizes are noisy, nothing is known to be bold
  bool in_references = false;  // below the heading "References"; updated on the way
};

// Paragraphs from top to bottom; rows keep their order. `column` bounds the text column.
std::vector<Paragraph> paragraphs_of(std::vector<Row> rows, const Box& column,
                                     TextContext& context);

}  // namespace mineru::doc::flash
