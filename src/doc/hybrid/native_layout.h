// Regions of a page from its own text, where the model finds none.
#pragma once

#include <vector>

#include "doc/vlm/content_block.h"
#include "media/native_page.h"

namespace mineru::doc::hybrid {

// Paragraphs, titles and tables as geometry sees them, in reading order, without content. Empty:
// the page has no text that one sees. Pure.
std::vector<vlm::ContentBlock> native_layout(const media::NativePage& native);

}  // namespace mineru::doc::hybrid
