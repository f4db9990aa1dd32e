#include "model/image_processor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "media/resample.h"

namespace mineru::model {
namespace {

constexpr double kMaxRatio = 200;

// Python's round: halves to the even neighbour, as the default rounding mode of the processor.
int64_t rounded_multiple(int side, int factor) {
  return static_cast<int64_t>(std::nearbyint(static_cast<double>(side) / factor)) * factor;
}

int as_side(int64_t side) {
  if (side > std::numeric_limits<int>::max()) {
    throw_error(Code::kResourceExhausted, "cannot resize a picture to a side of {} pixels", side);
  }
  return static_cast<int>(side);
}

// One patch: its corner in interleaved RGB to one plane a channel.
uint8_t* append_patch(const media::ImageView& image, int x0, int y0, int patch_size, uint8_t* out) {
  const auto side = static_cast<size_t>(patch_size);
  for (size_t channel = 0; channel < 3; ++channel) {
    for (int y = 0; y < patch_size; ++y) {
      const uint8_t* from = image.row(y0 + y).data() + static_cast<size_t>(x0) * 3 + channel;
      for (size_t x = 0; x < side; ++x) *out++ = from[x * 3];
    }
  }
  return out;
}

PatchGrid cut(const media::ImageView& image, const ImageConfig& config) {
  const int patch = config.patch_size;
  const int group = patch * config.merge_size;
  PatchGrid result;
  result.grid = {1, image.height / patch, image.width / patch};
  result.pixels.resize(static_cast<size_t>(image.width) * static_cast<size_t>(image.height) * 3);
  uint8_t* out = result.pixels.data();
  for (int group_y = 0; group_y < image.height; group_y += group) {
    for (int group_x = 0; group_x < image.width; group_x += group) {
      for (int y = 0; y < group; y += patch) {
        for (int x = 0; x < group; x += patch) {
          out = append_patch(image, group_x + x, group_y + y, patch, out);
        }
      }
    }
  }
  return result;
}

}  // namespace

ResizedSize smart_resize(int width, int height, int factor, int64_t min_pixels,
                         int64_t max_pixels) {
  if (width < 1 || height < 1 || factor < 1 || max_pixels < 1) {
    throw_error(Code::kInvalidArgument,
                "cannot resize a picture of {} x {} pixels to multiples of {} and at most {} "
                "pixels: expected positive numbers",
                width, height, factor, max_pixels);
  }
  const double ratio = static_cast<double>(std::max(width, height)) / std::min(width, height);
  if (ratio > kMaxRatio) {
    throw_error(Code::kInvalidArgument,
                "picture of {} x {} pixels: one side is {:.1f} times the other, expected at most "
                "{} times",
                width, height, ratio, kMaxRatio);
  }
  int64_t new_width = rounded_multiple(width, factor);
  int64_t new_height = rounded_multiple(height, factor);
  const auto area = static_cast<double>(int64_t{width} * height);
  if (new_width * new_height > max_pixels) {
    const double shrink = std::sqrt(area / static_cast<double>(max_pixels));
    const auto fitted = [&](int side) {
      const auto multiples = static_cast<int64_t>(std::floor(side / shrink / factor));
      return std::max<int64_t>(multiples, 1) * factor;
    };
    new_width = fitted(width);
    new_height = fitted(height);
  } else if (new_width * new_height < std::max<int64_t>(min_pixels, 1)) {
    // At least one pixel even where the limit is 0: a thin side has rounded to nothing.
    const double grow = std::sqrt(static_cast<double>(std::max<int64_t>(min_pixels, 1)) / area);
    const auto fitted = [&](int side) {
      return static_cast<int64_t>(std::ceil(side * grow / factor)) * factor;
    };
    new_width = fitted(width);
    new_height = fitted(height);
  }
  return {as_side(new_width), as_side(new_height)};
}

PatchGrid make_patches(const media::ImageView& image, const ImageConfig& config) {
  const ResizedSize size =
      smart_resize(image.width, image.height, config.patch_size * config.merge_size,
                   config.min_pixels, config.max_pixels);
  if (size == ResizedSize{image.width, image.height}) return cut(image, config);
  const media::Image at_size =
      media::resized(image, size.width, size.height, media::Filter::kBicubic);
  return cut(at_size.view(), config);
}

}  // namespace mineru::model
