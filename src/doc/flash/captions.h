// Captions and notes find the figure or table that they belong to.
#pragma once

#include <vector>

#include "doc/block.h"
#include "doc/flash/paragraphs.h"

namespace mineru::doc::flash {

// One thing in reading order: a paragraph, or a finished figure or table block.
struct Item {
  bool is_float = false;
  Paragraph paragraph;  // if not a float
  Block block;          // if a float
  Box box() const { return is_float ? block.bbox : paragraph.box; }
};

// Moves caption paragraphs, and small print right under a table, into their float's children, and
// takes them out of `items`. What fits nowhere stays as text.
void attach_captions(std::vector<Item>& items, double body_size);

}  // namespace mineru::doc::flash
