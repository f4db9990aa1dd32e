// Pictures of blocks: cut from the rendered page, named as the reference names them.
#pragma once

#include <functional>

#include "doc/page.h"
#include "media/image.h"

namespace mineru::doc {

// Does any block want a picture? (image, table, chart, display formula)
bool wants_crops(const Page& page);

// Cuts them from `raster` (the page at `scale` pixels per point), sets image_path in preproc_blocks
// and para_blocks, and adds the files to page.images.
void cut_crops(Page& page, const media::Image& raster, double scale);

// A picture of `box` (displayed points), whatever the raster's scale.
using DrawBox = std::function<media::Image(const Box& box)>;

// The same where the raster is too coarse to cut from: `draw` gives the pictures. The names are
// those of the raster.
void draw_crops(Page& page, const media::Image& raster, const DrawBox& draw);

}  // namespace mineru::doc
