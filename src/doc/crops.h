// Pictures of blocks: cut from the rendered page, named as the reference names them.
#pragma once

#include "doc/page.h"
#include "media/image.h"

namespace mineru::doc {

// Does any block want a picture? (image, table, chart, display formula)
bool wants_crops(const Page& page);

// Cuts them from `raster` (the page at `scale` pixels per point), sets image_path in preproc_blocks
// and para_blocks, and adds the files to page.images.
void cut_crops(Page& page, const media::Image& raster, double scale);

}  // namespace mineru::doc
