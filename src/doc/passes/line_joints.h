// Decides what stands between the pieces of a paragraph.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "doc/block.h"

namespace mineru::doc {

enum class LineJoin {
  kReference,  // in a CJK paragraph lines meet without a space, whatever they end in
  kByScript,   // and a space stands where neither side of the line break is CJK
};

// What follows a piece: nothing, a space, or nothing and its hyphen goes (a divided word).
enum class Joint { kNone, kSpace, kDropHyphen };

// A span that is not blank, as it will be shown; white space around `text` removed.
struct Piece {
  const Span* span = nullptr;
  std::string text;
  bool ends_line = false;
  bool before_lower = false;  // the next line starts with text in lower case
};

// Pieces of the block in order; `shown` renders one span. They point into `block`.
std::vector<Piece> pieces_of(const Block& block,
                             const std::function<std::string(const Span&)>& shown);

// One joint a piece. Display formulas bring their own line ends: kNone, and nothing joins to them.
std::vector<Joint> line_joints(const Block& block, const std::vector<Piece>& pieces, LineJoin join);

}  // namespace mineru::doc
