// From a picture to the rows that the vision encoder reads, as Hugging Face's
// Qwen2VLImageProcessor (Pillow backend) makes them.
#pragma once

#include <cstdint>
#include <vector>

#include "media/image.h"
#include "model/config.h"

namespace mineru::model {

struct GridThw {
  int t = 1;  // always 1: still pictures
  int h = 0;  // patches
  int w = 0;
  int num_patches() const { return t * h * w; }
  bool operator==(const GridThw&) const = default;
};

// A picture cut into patches, in merge order: the patches of one merge_size x merge_size group are
// neighbours, groups row by row. Pixels stay 8 bit; the encoder normalises them.
struct PatchGrid {
  GridThw grid;
  std::vector<uint8_t> pixels;  // [num_patches, channel 3, patch_size, patch_size]
};

struct ResizedSize {
  int width = 0;
  int height = 0;
  bool operator==(const ResizedSize&) const = default;
};

// smart_resize of Qwen2-VL: both sides become multiples of `factor`, the area comes between
// min_pixels and max_pixels, the shape is kept as well as that allows. Errors: kInvalidArgument
// for an empty picture or a shape beyond 200:1.
ResizedSize smart_resize(int width, int height, int factor, int64_t min_pixels, int64_t max_pixels);

// Resizes (bicubic) and patchifies. Errors: as smart_resize, kResourceExhausted.
PatchGrid make_patches(const media::ImageView& image, const ImageConfig& config);

}  // namespace mineru::model
