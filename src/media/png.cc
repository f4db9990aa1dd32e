// libpng's interface of whole pictures: it reports by return values, so no setjmp is needed here.
#include "media/png.h"

#include <cstddef>
#include <limits>

#include <png.h>

#include "base/error.h"

namespace mineru::media {

namespace {

constexpr int kMaxSide = 1'000'000;  // libpng's own limit

void write(const ImageView& image, void* buffer, png_alloc_size_t& num_bytes) {
  png_image info{};
  info.version = PNG_IMAGE_VERSION;
  info.width = static_cast<png_uint_32>(image.width);
  info.height = static_cast<png_uint_32>(image.height);
  info.format = PNG_FORMAT_RGB;
  info.flags = PNG_IMAGE_FLAG_FAST;  // a page has many crops, and the server waits for them
  const auto stride = static_cast<png_int_32>(image.stride);
  const int done =
      png_image_write_to_memory(&info, buffer, &num_bytes, 0, image.pixels, stride, nullptr);
  if (done == 0) throw_error(Code::kInternal, "PNG cannot be written: {}", info.message);
}

}  // namespace

std::string encode_png(const ImageView& image) {
  constexpr size_t kMaxStride = std::numeric_limits<png_int_32>::max();
  const bool fits = image.width > 0 && image.height > 0 && image.width <= kMaxSide &&
                    image.height <= kMaxSide && image.stride <= kMaxStride;
  if (!fits) {
    throw_error(Code::kInvalidArgument, "PNG: expected sides of 1 to {}, found {} x {}", kMaxSide,
                image.width, image.height);
  }
  png_alloc_size_t num_bytes = png_alloc_size_t{image.stride} * static_cast<size_t>(image.height);
  // More than any picture of that size needs: rows that cannot be compressed are stored.
  num_bytes += num_bytes / 1000 + static_cast<size_t>(image.height) + 4096;
  std::string png(num_bytes, '\0');
  write(image, png.data(), num_bytes);
  png.resize(num_bytes);
  return png;
}

}  // namespace mineru::media
