#include <algorithm>
#include <cmath>
#include <utility>

#include "media/resample.h"
#include "media/size_limits.h"

namespace mineru::media {
namespace {

constexpr double kMaxRatio = 50;
constexpr int kMinSide = 28;

// In doubles, like everything here that must round as the reference does.
double long_side(const ImageView& image) { return std::max(image.width, image.height); }
double short_side(const ImageView& image) { return std::min(image.width, image.height); }

bool is_beyond(double max_ratio, const ImageView& image) {
  return long_side(image) / short_side(image) > max_ratio;
}

// `image` in the middle of white.
Image on_canvas(const ImageView& image, int width, int height) {
  const size_t row_bytes = static_cast<size_t>(width) * 3;
  MemoryMap pixels = MemoryMap::anonymous(row_bytes * static_cast<size_t>(height));
  const auto out = pixels.mutable_bytes();
  std::ranges::fill(out, std::byte{0xff});
  const auto left = static_cast<size_t>((width - image.width) / 2) * 3;
  const auto top = static_cast<size_t>((height - image.height) / 2);
  for (int y = 0; y < image.height; ++y) {
    std::ranges::copy(std::as_bytes(image.row(y)),
                      out.subspan((top + static_cast<size_t>(y)) * row_bytes + left).begin());
  }
  return {width, height, std::move(pixels)};
}

}  // namespace

Image copied(const ImageView& image) {
  check_size("the picture", image.width, image.height);
  const size_t row_bytes = static_cast<size_t>(image.width) * 3;
  MemoryMap pixels = MemoryMap::anonymous(row_bytes * static_cast<size_t>(image.height));
  auto to = pixels.mutable_bytes().begin();
  for (int y = 0; y < image.height; ++y) {
    to = std::ranges::copy(std::as_bytes(image.row(y)), to).out;
  }
  return {image.width, image.height, std::move(pixels)};
}

Image padded_to_ratio(const ImageView& image, double max_ratio) {
  check_size("the picture", image.width, image.height);
  if (!(max_ratio >= 1)) {
    throw_error(Code::kInvalidArgument, "cannot pad to a ratio of {}, expected at least 1",
                max_ratio);
  }
  if (!is_beyond(max_ratio, image)) return copied(image);
  const int padded = static_cast<int>(std::ceil(long_side(image) / max_ratio));
  const bool is_wide = image.width > image.height;
  const int width = is_wide ? image.width : padded;
  const int height = is_wide ? padded : image.height;
  check_size("the padded picture", width, height);
  return on_canvas(image, width, height);
}

Image resized_by_need(const ImageView& image) {
  check_size("the picture", image.width, image.height);
  if (is_beyond(kMaxRatio, image)) {
    Image padded = padded_to_ratio(image, kMaxRatio);
    if (short_side(padded.view()) >= kMinSide) return padded;
    return resized_by_need(padded.view());
  }
  if (short_side(image) >= kMinSide) return copied(image);
  const double scale = kMinSide / short_side(image);
  return resized(image, static_cast<int>(std::ceil(image.width * scale)),
                 static_cast<int>(std::ceil(image.height * scale)), Filter::kBicubic);
}

Image limited_to_side(const ImageView& image, int max_side, Filter filter) {
  check_size("the picture", image.width, image.height);
  if (max_side < 1) {
    throw_error(Code::kInvalidArgument, "cannot shrink to sides of {}, expected at least 1",
                max_side);
  }
  const int64_t longest = std::max(image.width, image.height);
  if (longest <= max_side) return copied(image);
  const auto shrunk = [&](int64_t side) {
    const int64_t rounded = (side * max_side * 2 + longest) / (longest * 2);
    return static_cast<int>(std::max<int64_t>(rounded, 1));
  };
  return resized(image, shrunk(image.width), shrunk(image.height), filter);
}

}  // namespace mineru::media
