// Equations that stand in one frame.
#pragma once

#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

enum class MergeResult { kDone, kUnreadEquation };

// Every equation_block with more than one equation inside (over 90 % of its area) becomes one
// equation, an array of theirs; they go. Other equation_blocks go.
// An equation without content counts as none. kReference: such an equation makes the reference give
// up on the page; the blocks stay as they are, and the result is kUnreadEquation.
MergeResult merge_equation_blocks(std::vector<ContentBlock>& blocks,
                                  Compat compat = Compat::kProduct);

}  // namespace mineru::doc::vlm
