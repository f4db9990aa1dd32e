// The pictures that the model sees of a page's regions.
#pragma once

#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/vlm/crop_plan.h"
#include "media/resample.h"

namespace mineru::doc::vlm {

struct CropLook {
  int max_side = 0;  // longest side; 0: as it is
  media::Filter resample = media::Filter::kBicubic;
};

// Cut from the page's raster, turned upright, padded and enlarged where it is too narrow. Pictures
// in a table are painted over with a token each; what the tokens stand for goes to `table_images`
// of the table's block. Errors: kInvalidArgument for an empty crop, kResourceExhausted.
media::Image crop_picture(const media::ImageView& raster, const Crop& crop,
                          std::vector<ContentBlock>& blocks, const CropLook& look);

}  // namespace mineru::doc::vlm
