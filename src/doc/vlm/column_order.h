// The reading order of a page by where its blocks stand, instead of the model's.
#pragma once

#include <vector>

#include "doc/vlm/content_block.h"
#include "media/geometry.h"

namespace mineru::doc::vlm {

// Column by column, as flash/columns.h cuts them, and from the top in each. A list, or a picture of
// pictures, stands before the first block that lies in it. Pure, deterministic.
void sort_by_columns(std::vector<ContentBlock>& blocks, const media::PageSize& page);

}  // namespace mineru::doc::vlm
