// Content blocks as simple Markdown, without titles, captions or pictures. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "doc/vlm/content_block.h"

namespace mineru::doc::vlm {

// Contents with a blank line between them. A text that continues the one before is appended to the
// latest text, whatever stands between: at once after ideographs, otherwise after a blank.
std::string json2md(const std::vector<ContentBlock>& blocks);

}  // namespace mineru::doc::vlm
