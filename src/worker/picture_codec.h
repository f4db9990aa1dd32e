// libvips behind one door: which loaders exist, how a frame becomes RGB.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "worker/document.h"
#include "worker/picture_format.h"

namespace mineru::worker {

struct PictureHeader {
  int width = 0;   // as displayed, after EXIF orientation
  int height = 0;  // likewise
  int num_frames = 1;
};

struct PictureSource {
  std::string_view bytes;
  PictureFormat format = PictureFormat::kNone;
  bool drop_alpha = false;
  int64_t max_pixels = 0;
};

// Reads the header of one frame only. Errors: kCorruptData, kUnsupported (no such loader).
PictureHeader read_picture_header(const PictureSource& source, int frame);

// Decodes one frame to RGB, resized when the window's sheet is not as large as the header says, and
// gives the window's pixels. `out` holds width * height * 3 bytes. Errors: kCorruptData, also for a
// truncated file; kResourceExhausted before decoding more than max_pixels.
void decode_picture(const PictureSource& source, int frame, const PixelWindow& window,
                    std::span<std::byte> out);

// One frame as JPEG, quality 95 without chroma subsampling (as in the reference's PDFs of
// pictures).
std::string picture_as_jpeg(const PictureSource& source, int frame);

std::string vips_version_text();
std::vector<std::string> picture_format_names();

}  // namespace mineru::worker
