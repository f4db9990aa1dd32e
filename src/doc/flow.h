// Paragraphs that run on: from column to column, around figures, from page to page.
#pragma once

#include <map>
#include <vector>

#include "doc/page.h"

namespace mineru::doc {

// What geometry says of one block of `Page::para_blocks`.
struct Flow {
  bool starts_new =
      true;  // begins with an indent or below another paragraph: nothing continues here
  bool ends_full = false;  // its last line fills the column: it may go on
};

// Where the lines are of a text that has one line for all of them, by Block::index.
using LineHints = std::map<int, std::vector<Box>>;

// A page and what is known of its para_blocks beyond them; each backend has one of these.
struct LaidPage {
  Page page;
  std::vector<Flow> flows;  // [para_blocks]
  LineHints line_hints = {};
};

// Joins text blocks across columns and floats of one page. The earlier block takes the lines, the
// later one stays as an empty shell (lines_deleted), as in the reference.
void join_within_page(LaidPage& page);

// Joins the first text of `next` to the last text of `previous`. Spans that move are marked
// cross_page.
void join_across_pages(LaidPage& previous, LaidPage& next);

// A list of references that reaches the end of `previous` goes on in `next`: its paragraphs up to
// the first title become items of such a list.
void continue_references(const LaidPage& previous, LaidPage& next);

}  // namespace mineru::doc
