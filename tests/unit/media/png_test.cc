#include "media/png.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

#include "base/error.h"

namespace mineru::media {
namespace {

struct Decoded {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<uint8_t> pixels;
};

Decoded decode(const std::string& png) {
  png_image info{};
  info.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&info, png.data(), png.size()), 0) << info.message;
  EXPECT_EQ(info.format, static_cast<png_uint_32>(PNG_FORMAT_RGB));
  Decoded decoded{info.width, info.height, std::vector<uint8_t>(PNG_IMAGE_SIZE(info))};
  EXPECT_NE(png_image_finish_read(&info, nullptr, decoded.pixels.data(), 0, nullptr), 0);
  return decoded;
}

TEST(Png, KeepsEveryPixelOfAPartOfAPicture) {
  constexpr int kWidth = 40;
  constexpr int kHeight = 30;
  std::vector<uint8_t> pixels;
  for (int i = 0; i < kWidth * kHeight * 3; ++i) {
    pixels.push_back(static_cast<uint8_t>(i * i * 31 + i / 7));  // hard to compress
  }
  const ImageView whole{pixels.data(), kWidth, kHeight, kWidth * 3};
  const ImageView part = whole.crop(3, 5, 33, 26);
  const Decoded decoded = decode(encode_png(part));
  ASSERT_EQ(decoded.width, 30U);
  ASSERT_EQ(decoded.height, 21U);
  for (int y = 0; y < part.height; ++y) {
    const auto row = part.row(y);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), decoded.pixels.begin() + y * 90)) << y;
  }
}

TEST(Png, OfOnePixel) {
  const std::vector<uint8_t> pixels = {1, 2, 3};
  EXPECT_EQ(decode(encode_png({pixels.data(), 1, 1, 3})).pixels, pixels);
}

TEST(Png, RefusesWhatIsNoPicture) {
  const std::vector<uint8_t> pixels = {1, 2, 3};
  EXPECT_THROW(encode_png({pixels.data(), 0, 1, 3}), Error);
  EXPECT_THROW(encode_png({pixels.data(), 1'000'001, 1, 3'000'003}), Error);
}

}  // namespace
}  // namespace mineru::media
