#include "media/image.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "test_files.h"

namespace mineru::media {
namespace {

TEST(Image, IsWhiteAtFirst) {
  const Image image(3, 2);
  EXPECT_EQ(image.num_bytes(), 18u);
  EXPECT_EQ(pixel(image, 2, 1), (Rgb{255, 255, 255}));
  EXPECT_EQ(Image().view().width, 0);
}

TEST(ImageView, CropStaysInside) {
  const Image image(10, 8);
  const ImageView view = image.view();
  const ImageView inner = view.crop(2, 3, 7, 6);
  EXPECT_EQ(inner.width, 5);
  EXPECT_EQ(inner.height, 3);
  EXPECT_EQ(inner.pixels, view.pixels + 3 * 30 + 6);
  EXPECT_EQ(inner.stride, view.stride);
  const ImageView clipped = view.crop(-5, -5, 100, 2);
  EXPECT_EQ(clipped.width, 10);
  EXPECT_EQ(clipped.height, 2);
  EXPECT_EQ(view.crop(20, 20, 30, 30).width, 0);
  EXPECT_EQ(view.crop(7, 0, 2, 8).width, 0);
}

// The picture of tools/oracle/pdfium_goldens.py, which saves it with Pillow.
Image golden_picture() {
  constexpr int kWidth = 61, kHeight = 47;
  MemoryMap map = MemoryMap::anonymous(kWidth * kHeight * 3);
  auto* out = reinterpret_cast<uint8_t*>(map.mutable_bytes().data());
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      *out++ = static_cast<uint8_t>(x * 4);
      *out++ = static_cast<uint8_t>(y * 5);
      *out++ = static_cast<uint8_t>((x * y) % 256);
    }
  }
  return {kWidth, kHeight, std::move(map)};
}

TEST(Jpeg, IsByteForByteWhatPillowWrites) {
  const Image picture = golden_picture();
  EXPECT_EQ(encode_jpeg(picture.view()), read_file(test_data("media/pillow_q75.jpg")));
  EXPECT_EQ(encode_jpeg(picture.view(), 95), read_file(test_data("media/pillow_q95.jpg")));
}

TEST(Jpeg, TakesACroppedView) {
  const Image picture = golden_picture();
  const std::string jpeg = encode_jpeg(picture.view().crop(1, 1, 2, 2));
  EXPECT_EQ(jpeg.substr(0, 3), "\xFF\xD8\xFF");
}

TEST(Jpeg, RefusesWhatTheFormatCannotHold) {
  EXPECT_THROW(encode_jpeg(Image(0, 5).view()), Error);
  EXPECT_THROW(encode_jpeg(Image(65'501, 1).view()), Error);
}

TEST(ReferenceScale, CapsTheLongSide) {
  EXPECT_DOUBLE_EQ(reference_scale({612, 792}), 200.0 / 72);
  EXPECT_DOUBLE_EQ(reference_scale({1260, 10}), 200.0 / 72);
  EXPECT_DOUBLE_EQ(reference_scale({100, 2000}), 1.75);
}

}  // namespace
}  // namespace mineru::media
