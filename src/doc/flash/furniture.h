// Headers, footers, page numbers and margin text: parts of a page, not of its text.
#pragma once

#include <vector>

#include "doc/block.h"
#include "doc/flash/page_facts.h"
#include "doc/flash/profile.h"

namespace mineru::doc::flash {

struct Furniture {
  BlockType type = BlockType::kHeader;
  Segment segment;
};

// Takes them out of `facts.segments`. A page that has nothing else keeps its lines.
std::vector<Furniture> extract_furniture(PageFacts& facts, const Profile& profile);

}  // namespace mineru::doc::flash
