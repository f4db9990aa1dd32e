#include "doc/vlm/table_mask.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/memory_map.h"
#include "doc/vlm/data_uri.h"
#include "doc/vlm/mask_label.h"

namespace mineru::doc::vlm {

namespace {

PixelSize size_of(const media::ImageView& image) { return {image.width, image.height}; }

// Towards zero, as the reference cuts pictures out of tables; the table itself is rounded.
PixelBox truncated_box(const ContentBlock& block, PixelSize page) {
  const auto part = [](double ratio, int side) {
    return static_cast<int>(std::clamp(ratio * side, 0.0, static_cast<double>(side)));
  };
  return {part(block.bbox[0], page.width), part(block.bbox[1], page.height),
          part(block.bbox[2], page.width), part(block.bbox[3], page.height)};
}

// Where it is in the table's crop, clamped to that.
PixelBox box_in_table(const PixelBox& box, const PixelBox& table, PixelSize crop) {
  return {
      std::clamp(box.x0 - table.x0, 0, crop.width), std::clamp(box.y0 - table.y0, 0, crop.height),
      std::clamp(box.x1 - table.x0, 0, crop.width), std::clamp(box.y1 - table.y0, 0, crop.height)};
}

bool is_empty(const PixelBox& box) { return box.x1 <= box.x0 || box.y1 <= box.y0; }

// An owned copy with its pixels writable, until finish().
class Painting {
 public:
  Painting(const media::ImageView& image, int counterclockwise_deg) {
    if (counterclockwise_deg == 0) {
      copy(image);
    } else {
      const media::Image turned = media::turned(image, 360 - counterclockwise_deg);
      copy(turned.view());
    }
  }

  media::ImageView view() const {
    return {reinterpret_cast<const uint8_t*>(pixels_.bytes().data()), size_.width, size_.height,
            row_bytes()};
  }

  Canvas canvas() {
    const std::span<std::byte> bytes = pixels_.mutable_bytes();
    return {{reinterpret_cast<uint8_t*>(bytes.data()), bytes.size()}, size_};
  }

  // Right and bottom border included, as Pillow fills rectangles.
  void fill(const PixelBox& box, const Rgb& color) {
    const Canvas target = canvas();
    const int x_end = std::min(box.x1 + 1, size_.width);
    const int y_end = std::min(box.y1 + 1, size_.height);
    for (int y = box.y0; y < y_end; ++y) {
      const size_t row = static_cast<size_t>(y) * row_bytes();
      for (int x = box.x0; x < x_end; ++x) {
        std::copy(color.begin(), color.end(),
                  target.pixels.begin() + static_cast<ptrdiff_t>(row + static_cast<size_t>(x) * 3));
      }
    }
  }

  media::Image finish() && { return {size_.width, size_.height, std::move(pixels_)}; }

 private:
  void copy(const media::ImageView& image) {
    size_ = size_of(image);
    pixels_ = MemoryMap::anonymous(row_bytes() * static_cast<size_t>(image.height));
    for (int y = 0; y < image.height; ++y) {
      std::memcpy(pixels_.mutable_bytes().data() + static_cast<size_t>(y) * row_bytes(),
                  image.row(y).data(), row_bytes());
    }
  }

  size_t row_bytes() const { return static_cast<size_t>(size_.width) * 3; }

  PixelSize size_;
  MemoryMap pixels_;
};

// Number `index` of a sequence without repetitions that looks random, so that tokens of one table
// differ in most letters.
std::string token(size_t index) {
  constexpr size_t kBase = kTokenLetters.size();
  constexpr size_t kCount = kBase * kBase * kBase * kBase;
  constexpr size_t kStep = 65'537;  // prime, no factor of kCount
  size_t value = (index * kStep + 40'507) % kCount;
  std::string out = "[";
  for (int i = 0; i < 4; ++i) {
    out += kTokenLetters[value % kBase];
    value /= kBase;
  }
  return out + "]";
}

}  // namespace

PixelBox turned_box(const PixelBox& box, PixelSize size, int counterclockwise_deg) {
  switch (counterclockwise_deg) {
    case 90: return {box.y0, size.width - box.x1, box.y1, size.width - box.x0};
    case 180:
      return {size.width - box.x1, size.height - box.y1, size.width - box.x0, size.height - box.y0};
    case 270: return {size.height - box.y1, box.x0, size.height - box.y0, box.x1};
    default: return box;
  }
}

Rgb contrast_color(const Rgb& background) {
  const double luminance = 0.299 * background[0] + 0.587 * background[1] + 0.114 * background[2];
  constexpr Rgb kWhite = {255, 255, 255};
  constexpr Rgb kBlack = {0, 0, 0};
  return luminance < 128 ? kWhite : kBlack;
}

Rgb surrounding_color(const media::ImageView& image, const PixelBox& box) {
  constexpr int kDistance = 2;
  const std::array<int, 3> xs = {box.x0 - kDistance, (box.x0 + box.x1) / 2, box.x1 + kDistance};
  const std::array<int, 3> ys = {box.y0 - kDistance, (box.y0 + box.y1) / 2, box.y1 + kDistance};
  std::array<int, 3> sums{};
  for (size_t i = 0; i < 9; ++i) {
    if (i == 4) continue;  // the middle
    const int x = std::clamp(xs[i % 3], 0, image.width - 1);
    const int y = std::clamp(ys[i / 3], 0, image.height - 1);
    for (size_t c = 0; c < 3; ++c) sums[c] += image.row(y)[static_cast<size_t>(x) * 3 + c];
  }
  Rgb mean{};
  for (size_t c = 0; c < 3; ++c) mean[c] = static_cast<uint8_t>(sums[c] / 8);
  return mean;
}

media::Image mask_table_images(const media::ImageView& page, const Crop& crop,
                               std::vector<ContentBlock>& blocks) {
  if (is_empty(crop.box)) {
    throw_error(Code::kInvalidArgument, "table crop: expected an area, found {}x{} pixels",
                crop.box.x1 - crop.box.x0, crop.box.y1 - crop.box.y0);
  }
  ContentBlock& table = blocks.at(crop.block);
  const int angle = crop.counterclockwise_deg;
  const media::ImageView cut = page.crop(crop.box.x0, crop.box.y0, crop.box.x1, crop.box.y1);
  const PixelBox origin = truncated_box(table, size_of(page));
  Painting painting(cut, angle);
  for (const size_t index : crop.absorbed) {
    const PixelBox source = truncated_box(blocks.at(index), size_of(page));
    const PixelBox box = box_in_table(source, origin, size_of(cut));
    if (is_empty(box) || is_empty(source)) continue;
    const media::ImageView picture = page.crop(source.x0, source.y0, source.x1, source.y1);
    const std::string name = token(table.table_images.size());
    table.table_images[name] = jpeg_data_uri(Painting(picture, angle).view());
    const PixelBox target = turned_box(box, size_of(cut), angle);
    const Rgb color = surrounding_color(painting.view(), target);
    painting.fill(target, color);
    draw_label(painting.canvas(), target, name, contrast_color(color));
  }
  return std::move(painting).finish();
}

}  // namespace mineru::doc::vlm
