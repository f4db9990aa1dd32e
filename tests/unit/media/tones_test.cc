// Pages that show nothing, and negatives.
#include "media/tones.h"

#include <gtest/gtest.h>

namespace mineru::media {
namespace {

// A picture whose first `count` pixels of 1,000 have this colour, on white.
Image spotted(int count, int red, int green, int blue) {
  MemoryMap pixels = MemoryMap::anonymous(3000);
  for (size_t i = 0; i < 1000; ++i) {
    const bool spot = i < static_cast<size_t>(count);
    pixels.mutable_bytes()[3 * i] = static_cast<std::byte>(spot ? red : 255);
    pixels.mutable_bytes()[3 * i + 1] = static_cast<std::byte>(spot ? green : 255);
    pixels.mutable_bytes()[3 * i + 2] = static_cast<std::byte>(spot ? blue : 255);
  }
  return {40, 25, std::move(pixels)};
}

PictureTones tones_of(const Image& image) {
  PictureTones tones;
  tones.add(image.view());
  return tones;
}

TEST(PictureTones, NoiseIsBlankAndADotIsNot) {
  EXPECT_TRUE(tones_of(spotted(0, 0, 0, 0)).is_blank());
  EXPECT_TRUE(tones_of(spotted(500, 244, 250, 255)).is_blank());
  EXPECT_FALSE(tones_of(spotted(1, 200, 200, 200)).is_blank());
  EXPECT_FALSE(PictureTones().is_blank());  // nothing was seen
}

TEST(PictureTones, MostlyBlackIsFourFifths) {
  EXPECT_FALSE(tones_of(spotted(800, 10, 20, 30)).is_mostly_black());
  EXPECT_TRUE(tones_of(spotted(801, 10, 20, 30)).is_mostly_black());
  EXPECT_FALSE(tones_of(spotted(900, 0, 0, 65)).is_mostly_black());
}

TEST(PictureTones, AFiftiethMayBeColoured) {
  EXPECT_TRUE(tones_of(spotted(20, 255, 0, 0)).is_grey());
  EXPECT_FALSE(tones_of(spotted(21, 255, 0, 0)).is_grey());
  EXPECT_TRUE(tones_of(spotted(900, 200, 240, 248)).is_grey());
}

TEST(PictureTones, SeveralPicturesCountAsOne) {
  PictureTones tones = tones_of(spotted(0, 0, 0, 0));
  tones.add(spotted(1000, 0, 0, 0).view());
  EXPECT_FALSE(tones.is_blank());
  EXPECT_FALSE(tones.is_mostly_black());
  EXPECT_EQ(tones.pixels, 2000);
}

}  // namespace
}  // namespace mineru::media
