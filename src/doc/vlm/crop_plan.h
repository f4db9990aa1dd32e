// Decides which regions of a page the model reads, and which pixels it sees for each.
// Pure functions, thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/vlm/prompts.h"

namespace mineru::doc::vlm {

struct PixelSize {
  int width = 0;
  int height = 0;
  bool operator==(const PixelSize&) const = default;
};

// Left and top inside, right and bottom outside.
struct PixelBox {
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;
  bool operator==(const PixelBox&) const = default;
};

enum class ImageAnalysis { kNo, kYes };

struct CropOptions {
  ImageAnalysis image_analysis = ImageAnalysis::kYes;  // kNo: images and charts are not read
  std::vector<std::string>
      not_extract;  // names of types that are not read; unknown ones are ignored
};

struct Crop {
  size_t block = 0;              // index into the blocks
  PixelBox box;                  // of the page
  int counterclockwise_deg = 0;  // turn of the pixels that makes the content upright
  PromptKind prompt = PromptKind::kText;
  std::vector<size_t> absorbed;  // table: indices of the pictures inside, in reading order
};

// The pixels of a part of a page: sides rounded half to even, clamped to the page; may be empty.
PixelBox crop_box(const std::array<double, 4>& bbox, PixelSize page);

// A table and the images inside it, sorted by (y, x). An image belongs to the table that covers it
// best, at 90 % or more. Every table has an entry, in the order of the blocks.
struct TableImages {
  size_t table = 0;
  std::vector<size_t> images;
};
std::vector<TableImages> table_images(const std::vector<ContentBlock>& blocks);

// Removes captions that lie inside pictures, marks images that tables absorb, and returns the crops
// to read in the order of the blocks. Their indices hold for the blocks as this leaves them.
std::vector<Crop> prepare_for_extract(std::vector<ContentBlock>& blocks, PixelSize page,
                                      const CropOptions& options = {});

}  // namespace mineru::doc::vlm
