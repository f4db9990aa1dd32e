// Pictures in memory: 8-bit RGB, rows from top to bottom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/memory_map.h"

namespace mineru::media {

// Borrowed rectangle of RGB pixels. The owner must outlive it.
struct ImageView {
  const uint8_t* pixels = nullptr;  // [height, stride] bytes, 3 per pixel
  int width = 0;
  int height = 0;
  size_t stride = 0;  // bytes from row to row

  std::span<const uint8_t> row(int y) const {
    return {pixels + static_cast<size_t>(y) * stride, static_cast<size_t>(width) * 3};
  }
  // The part of the rectangle that lies inside; may be empty (width or height 0).
  ImageView crop(int x0, int y0, int x1, int y1) const;
};

// Owned pixels, rows without padding. Move-only, not thread-safe (views may be read from anywhere).
class Image {
 public:
  Image() = default;
  // White picture. Errors: kResourceExhausted.
  Image(int width, int height);
  // Takes over a mapping of width*height*3 bytes.
  Image(int width, int height, MemoryMap pixels);

  ImageView view() const;
  int width() const { return width_; }
  int height() const { return height_; }
  size_t num_bytes() const {
    return static_cast<size_t>(width_) * static_cast<size_t>(height_) * 3;
  }
  std::span<const std::byte> bytes() const { return pixels_.bytes().first(num_bytes()); }

 private:
  int width_ = 0;
  int height_ = 0;
  MemoryMap pixels_;
};

// A copy turned clockwise by 90, 180 or 270 degrees. Errors: kResourceExhausted.
Image turned(const ImageView& image, int clockwise_deg);

// Baseline JPEG, 4:2:0 (the defaults of the reference's Pillow at quality 75).
// Errors: kInvalidArgument for an empty picture or a side over 65,500.
std::string encode_jpeg(const ImageView& image, int quality = 75);

}  // namespace mineru::media
