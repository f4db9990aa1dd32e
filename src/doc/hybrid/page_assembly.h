// From regions, some read by the model and some known from the PDF, to the blocks of a page.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "doc/flow.h"
#include "doc/hybrid/ink.h"
#include "doc/page.h"
#include "doc/vlm/content_block.h"
#include "doc/vlm/titles.h"

namespace mineru::doc::hybrid {

// The native text of regions, found again by their box: post-processing moves blocks.
class KnownTexts {
 public:
  void add(const vlm::ContentBlock& block, std::vector<Line> lines);
  // Each text once; nothing for a block that was read.
  std::optional<std::vector<Line>> take(const vlm::ContentBlock& block);

 private:
  std::multimap<std::array<double, 4>, std::vector<Line>> texts_;
};

// Fills preproc_blocks, para_blocks and discarded_blocks of laid.page, whose size is known, from
// its model_blocks, and gives every paragraph that has no lines of its own those that the picture
// shows. Total.
void build_page(LaidPage& laid, KnownTexts texts, const PagePicture& picture, vlm::PageKind kind,
                Compat compat);

}  // namespace mineru::doc::hybrid
