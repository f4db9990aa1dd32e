// Padding, and what the reference does before recognition (tests/data/pixels/resize_by_need.json).
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "computed_picture.h"
#include "media/resample.h"
#include "test_files.h"

namespace mineru::media {
namespace {

using Json = nlohmann::json;

struct Size {
  int width = 0;
  int height = 0;
  bool operator==(const Size&) const = default;
};

Size size_of(const Image& image) { return {image.width(), image.height()}; }

TEST(ResizedByNeed, HasTheReferencesPixels) {
  const Json golden = Json::parse(read_file(test_data("pixels/resize_by_need.json")));
  ASSERT_EQ(golden["rows"].size(), 68u);
  for (const Json& row : golden["rows"]) {
    SCOPED_TRACE(row.dump());
    const Image result = resized_by_need(computed_picture(row[0], row[1], row[2]).view());
    EXPECT_EQ(size_of(result), (Size{row[3], row[4]}));
    EXPECT_EQ(digest(result.bytes()), row[5]);
  }
}

TEST(PaddedToRatio, TheRatioItselfIsNotPadded) {
  EXPECT_EQ(size_of(padded_to_ratio(Image(100, 25).view(), 4)), (Size{100, 25}));
  EXPECT_EQ(size_of(padded_to_ratio(Image(101, 25).view(), 4)), (Size{101, 26}));
  EXPECT_EQ(size_of(padded_to_ratio(Image(25, 101).view(), 4)), (Size{26, 101}));
  EXPECT_EQ(size_of(padded_to_ratio(Image(7, 3).view(), 1)), (Size{7, 7}));
}

TEST(PaddedToRatio, ThePictureLiesInTheMiddleOfWhite) {
  const Image black = drawn(12, 1, [](int, int, int) { return uint8_t{0}; });
  const Image result = padded_to_ratio(black.view(), 3);
  ASSERT_EQ(size_of(result), (Size{12, 4}));
  for (int y = 0; y < 4; ++y) {
    const int expected = y == 1 ? 0 : 255;  // (4 - 1) / 2 rows above
    for (int x = 0; x < 12; ++x) ASSERT_EQ(pixel(result, x, y).red, expected) << x << ' ' << y;
  }
}

TEST(PaddedToRatio, RefusesWhatMakesNoSense) {
  const Image picture(9, 2);
  EXPECT_THROW(padded_to_ratio(picture.view(), 0.5), Error);
  EXPECT_THROW(padded_to_ratio(picture.view(), std::numeric_limits<double>::quiet_NaN()), Error);
  EXPECT_THROW(padded_to_ratio(Image().view(), 50), Error);
  try {
    padded_to_ratio(Image(1'000'000, 1).view(), 50);
    FAIL() << "20 billion pixels";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kResourceExhausted);
  }
}

TEST(LimitedToSide, KeepsTheShape) {
  const auto limited = [](int width, int height, int max_side) {
    return size_of(limited_to_side(Image(width, height).view(), max_side, Filter::kLanczos));
  };
  EXPECT_EQ(limited(768, 768, 768), (Size{768, 768}));
  EXPECT_EQ(limited(100, 300, 768), (Size{100, 300}));
  EXPECT_EQ(limited(1654, 2339, 768), (Size{543, 768}));  // 543.08
  EXPECT_EQ(limited(2339, 1654, 768), (Size{768, 543}));
  EXPECT_EQ(limited(1000, 3, 100), (Size{100, 1}));   // 0.3
  EXPECT_EQ(limited(1000, 25, 100), (Size{100, 3}));  // 2.5
  EXPECT_EQ(limited(1000, 35, 100), (Size{100, 4}));  // 3.5
  EXPECT_EQ(limited(30, 20, 1), (Size{1, 1}));
}

TEST(LimitedToSide, IsResized) {
  const Image picture = computed_picture(5, 130, 77);
  const Image result = limited_to_side(picture.view(), 65, Filter::kBicubic);
  const Image expected = resized(picture.view(), 65, 39, Filter::kBicubic);
  EXPECT_TRUE(std::ranges::equal(result.bytes(), expected.bytes()));
  EXPECT_THROW(limited_to_side(picture.view(), 0, Filter::kBicubic), Error);
  EXPECT_THROW(limited_to_side(Image().view(), 9, Filter::kBicubic), Error);
}

}  // namespace
}  // namespace mineru::media
