// Sizes and patches against Hugging Face's Qwen2VLImageProcessor with Pillow (tests/data/pixels,
// made by tools/oracle/pillow_goldens.py).
#include "model/image_processor.h"

#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "unit/media/computed_picture.h"

namespace mineru::model {
namespace {

using Json = nlohmann::json;

Json golden(const std::string& name) {
  return Json::parse(read_file(MINERU_TEST_DATA "/pixels/" + name));
}

ImageConfig config_of(int patch_size, int merge_size, int64_t min_pixels, int64_t max_pixels) {
  ImageConfig config;
  config.patch_size = patch_size;
  config.merge_size = merge_size;
  config.min_pixels = min_pixels;
  config.max_pixels = max_pixels;
  return config;
}

TEST(SmartResize, HasTheReferencesSizes) {
  const Json table = golden("smart_resize.json");
  ASSERT_EQ(table["rows"].size(), 500u);
  int refused = 0;
  for (const Json& row : table["rows"]) {
    SCOPED_TRACE(row.dump());
    if (row[5].is_null()) {
      ++refused;
      EXPECT_THROW(smart_resize(row[0], row[1], row[2], row[3], row[4]), Error);
    } else {
      EXPECT_EQ(smart_resize(row[0], row[1], row[2], row[3], row[4]),
                (ResizedSize{row[5], row[6]}));
    }
  }
  EXPECT_GT(refused, 0);
}

TEST(SmartResize, RoundsHalvesToEven) {
  EXPECT_EQ(smart_resize(70, 98, 28, 1, 100'000), (ResizedSize{56, 112}));  // 2.5, 3.5
}

TEST(SmartResize, TwoHundredToOneIsTheLastShape) {
  EXPECT_EQ(smart_resize(2000, 10, 28, 3136, 1'605'632).height, 28);
  try {
    smart_resize(10, 2001, 28, 3136, 1'605'632);
    FAIL() << "beyond 200:1";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    EXPECT_EQ(error.message(),
              "picture of 10 x 2001 pixels: one side is 200.1 times the other, expected at most "
              "200 times");
  }
}

TEST(SmartResize, AThinSideBecomesOneFactorEvenWithoutALowerLimit) {
  EXPECT_EQ(smart_resize(10, 280, 28, 0, 100'000), (ResizedSize{28, 28}));
}

TEST(SmartResize, RefusesWhatMakesNoSense) {
  EXPECT_THROW(smart_resize(0, 10, 28, 1, 1000), Error);
  EXPECT_THROW(smart_resize(10, -1, 28, 1, 1000), Error);
  EXPECT_THROW(smart_resize(10, 10, 0, 1, 1000), Error);
  EXPECT_THROW(smart_resize(10, 10, 28, 1, 0), Error);
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_THROW(smart_resize(10, 10, 28, kMost, kMost), Error);
}

TEST(MakePatches, HasTheReferencesPixels) {
  const Json table = golden("patches.json");
  ASSERT_EQ(table["rows"].size(), 22u);
  for (const Json& row : table["rows"]) {
    SCOPED_TRACE(row.dump());
    const media::Image picture = media::computed_picture(row[0], row[1], row[2]);
    const PatchGrid result =
        make_patches(picture.view(), config_of(row[3], row[4], row[5], row[6]));
    EXPECT_EQ(result.grid, (GridThw{1, row[7], row[8]}));
    EXPECT_EQ(media::digest(std::as_bytes(std::span(result.pixels))), row[9]);
  }
}

// A picture that has its size already, inside a larger one: group by group, channel by channel.
TEST(MakePatches, CutsWithoutResampling) {
  const media::Image around = media::drawn(10, 7, [](int x, int y, int c) {
    return static_cast<uint8_t>(x < 1 || y < 1 || y > 4 ? 255 : c * 100 + (y - 1) * 10 + x - 1);
  });
  const PatchGrid result = make_patches(around.view().crop(1, 1, 9, 5), config_of(2, 2, 16, 1000));
  EXPECT_EQ(result.grid, (GridThw{1, 2, 4}));
  ASSERT_EQ(result.pixels.size(), 8u * 12);
  // Corners of the patches in order, red; then one whole patch.
  std::vector<int> corners;
  for (size_t i = 0; i < 8; ++i) corners.push_back(result.pixels[i * 12]);
  EXPECT_EQ(corners, (std::vector<int>{0, 2, 20, 22, 4, 6, 24, 26}));
  const std::vector<uint8_t> second(result.pixels.begin() + 12, result.pixels.begin() + 24);
  EXPECT_EQ(second, (std::vector<uint8_t>{2, 3, 12, 13, 102, 103, 112, 113, 202, 203, 212, 213}));
}

TEST(MakePatches, RefusesEmptyThinAndHugePictures) {
  const ImageConfig config = config_of(14, 2, 3136, 1'605'632);
  EXPECT_THROW(make_patches(media::Image().view(), config), Error);
  EXPECT_THROW(make_patches(media::Image(201, 1).view(), config), Error);
  try {
    make_patches(media::Image(10, 10).view(), config_of(14, 2, int64_t{1} << 40, int64_t{1} << 41));
    FAIL() << "a picture of 2^40 pixels";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kResourceExhausted);
  }
}

}  // namespace
}  // namespace mineru::model
