// The first step from what the model read to a document: one content block, one region.
#pragma once

#include "doc/vlm/content_block.h"
#include "doc/vlm/region.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// Boxes become whole points, as the reference cuts them off; `index` is the place in `content`.
// What the reference drops or empties (captions and footnotes of no kind, titles of two kinds,
// tables of contents, formula numbers) stays as text and titles, except with kReference.
Regions to_regions(const std::vector<ContentBlock>& content, const media::PageSize& size,
                   Compat compat);

}  // namespace mineru::doc::vlm
