// Finds the parts of captions that the model took for text.
#pragma once

#include <string_view>

#include "doc/vlm/region.h"

namespace mineru::doc::vlm {

// Text and footnotes become captions where they stand in one line with a caption, in the stack of
// captions over a table, or at the top of the page between a page's edge and a table and say that
// the table is continued. A text that becomes a caption continues no paragraph.
void find_caption_parts(Regions& regions);

// "Table 1 (continued)", "表 1（续）", "续表": whether this is the caption of a table that began on
// the page before.
bool is_table_continuation(std::string_view text);

}  // namespace mineru::doc::vlm
