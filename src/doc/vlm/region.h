// A content block on its way to becoming part of a document: boxes in points, content in spans, its
// place among the others still open. Plain values.
#pragma once

#include <vector>

#include "doc/block.h"

namespace mineru::doc::vlm {

enum class Role {
  kLeaf,        // running text, titles, formulas
  kCaption,     // of whatever picture will have it
  kFootnote,    // likewise
  kBody,        // picture, table, chart, code
  kImageBlock,  // a picture of several pictures
  kList,        // `block.blocks` are its items
  kDiscarded,   // headers and the like
};

struct Region {
  Role role = Role::kLeaf;
  // Of a body the *_body child; of a caption or footnote a text block, until its parent is known.
  Block block;
};

// Regions that no reader of the running text sees.
inline bool is_effective(const Region& region) { return region.role != Role::kDiscarded; }

inline bool has_body(const Region& region) {
  return region.role == Role::kBody || region.role == Role::kImageBlock;
}

// In the order of the page: `block.index` ascends, with gaps where blocks were dropped.
using Regions = std::vector<Region>;

}  // namespace mineru::doc::vlm
