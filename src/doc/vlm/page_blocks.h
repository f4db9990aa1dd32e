// From what the model read on a page to the page's part of a document.
#pragma once

#include <vector>

#include "doc/page.h"
#include "doc/vlm/content_block.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// Fills preproc_blocks, para_blocks and discarded_blocks of `page`, whose size and place are known,
// from post-processed content blocks; pictures in tables go to its images. Pure, total.
void build_page(Page& page, const std::vector<ContentBlock>& content, Compat compat);

}  // namespace mineru::doc::vlm
