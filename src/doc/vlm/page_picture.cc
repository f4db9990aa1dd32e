#include "doc/vlm/page_picture.h"

#include "doc/vlm/table_mask.h"

namespace mineru::doc::vlm {

media::Image crop_picture(const media::ImageView& raster, const Crop& crop,
                          std::vector<ContentBlock>& blocks, const CropLook& look) {
  blocks.at(crop.block).table_images.clear();  // of a first try
  // Only tables have absorbed pictures; all other crops are just cut and turned there.
  const media::Image upright = mask_table_images(raster, crop, blocks);
  media::Image picture = media::resized_by_need(upright.view());
  if (look.max_side == 0) return picture;
  return media::limited_to_side(picture.view(), look.max_side, look.resample);
}

}  // namespace mineru::doc::vlm
