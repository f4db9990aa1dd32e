// Tokens in place of a table's pictures.
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "doc/vlm/mask_label.h"
#include "doc/vlm/table_mask.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using testing::for_each_vector;
using Json = nlohmann::ordered_json;

TEST(TableMask, TurnedBoxesEqualTheReference) {
  for_each_vector("rotate_box", [](const Json& input, const Json& expected, const std::string&) {
    const Json& b = input["box"];
    const int angle = input["angle"].is_null() ? 0 : input["angle"].get<int>();
    const PixelBox box = turned_box({b[0], b[1], b[2], b[3]},
                                    {input["image_size"][0], input["image_size"][1]}, angle);
    EXPECT_EQ((Json{box.x0, box.y0, box.x1, box.y1}), expected);
  });
}

TEST(TableMask, ContrastEqualsTheReference) {
  for_each_vector("contrast_color",
                  [](const Json& input, const Json& expected, const std::string&) {
                    EXPECT_EQ(Json(contrast_color(input.get<Rgb>())), expected);
                  });
}

// Pixel (x, y) has (37x + 101y + 59c) % 256 in channel c.
media::Image patterned(int width, int height) {
  MemoryMap pixels =
      MemoryMap::anonymous(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  size_t at = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        pixels.mutable_bytes()[at++] = static_cast<std::byte>((37 * x + 101 * y + 59 * c) % 256);
      }
    }
  }
  return {width, height, std::move(pixels)};
}

TEST(TableMask, SurroundingColorsEqualTheReference) {
  const auto check = [](const Json& input, const Json& expected, const std::string&) {
    const media::Image image = patterned(input["size"][0], input["size"][1]);
    const Json& b = input["box"];
    EXPECT_EQ(Json(surrounding_color(image.view(), {b[0], b[1], b[2], b[3]})), expected);
  };
  EXPECT_EQ(for_each_vector("surrounding_color", check, "random_passes.jsonl"), 25);
}

Rgb pixel(const media::ImageView& image, int x, int y) {
  const auto row = image.row(y).subspan(static_cast<size_t>(x) * 3);
  return {row[0], row[1], row[2]};
}

std::vector<ContentBlock> table_with_image(std::array<double, 4> image, int angle) {
  std::vector<ContentBlock> blocks(2);
  blocks[0].type = ContentType::kTable;
  blocks[0].bbox = {0.1, 0.1, 0.9, 0.6};
  blocks[0].angle = angle;
  blocks[1].type = ContentType::kImage;
  blocks[1].bbox = image;
  return blocks;
}

// Every pixel of the result is the page's, turned, outside the picture; inside, the picture is
// gone.
void check_mask(int angle) {
  const media::Image page = patterned(400, 300);
  std::vector<ContentBlock> blocks = table_with_image({0.2, 0.2, 0.6, 0.5}, angle);
  const auto crops = prepare_for_extract(blocks, {400, 300});
  ASSERT_EQ(crops.size(), 1U);
  ASSERT_EQ(crops[0].absorbed, std::vector<size_t>{1});
  const media::Image masked = mask_table_images(page.view(), crops[0], blocks);
  const media::ImageView table = page.view().crop(40, 30, 360, 180);
  const PixelBox box = turned_box({40, 30, 200, 120}, {320, 150}, angle);
  const Rgb fill = pixel(masked.view(), box.x0, box.y0);
  int same = 0;
  int ink = 0;
  for (int y = 0; y < table.height; ++y) {
    for (int x = 0; x < table.width; ++x) {
      const PixelBox at = turned_box({x, y, x + 1, y + 1}, {320, 150}, angle);
      const Rgb now = pixel(masked.view(), at.x0, at.y0);
      const bool inside = at.x0 >= box.x0 && at.x0 <= box.x1 && at.y0 >= box.y0 && at.y0 <= box.y1;
      if (inside) {
        ink += now == contrast_color(fill) ? 1 : 0;
      } else {
        same += now == pixel(table, x, y) ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(same, 320 * 150 - 161 * 91) << angle;
  EXPECT_GT(ink, 100) << angle;
  ASSERT_EQ(blocks[0].table_images.size(), 1U);
  const auto& [token, uri] = *blocks[0].table_images.begin();
  EXPECT_EQ(token.size(), 6U);
  EXPECT_EQ(token.front(), '[');
  EXPECT_EQ(token.find_first_not_of(kTokenLetters, 1), 5U);
  EXPECT_TRUE(uri.starts_with("data:image/jpeg;base64,/9j/")) << uri.substr(0, 40);
}

TEST(TableMask, PaintsOverThePictureOnly) {
  for (const int angle : {0, 90, 180, 270}) check_mask(angle);
}

TEST(TableMask, CutsAndTurnsATableWithoutPictures) {
  const media::Image page = patterned(40, 30);
  std::vector<ContentBlock> blocks = table_with_image({0.95, 0.95, 1, 1}, 90);
  const Crop crop = {0, {4, 3, 36, 18}, 90, PromptKind::kTable, {}};
  const media::Image cut = mask_table_images(page.view(), crop, blocks);
  EXPECT_EQ(cut.width(), 15);
  EXPECT_EQ(cut.height(), 32);
  EXPECT_EQ(pixel(cut.view(), 0, 31), pixel(page.view(), 4, 3));  // counterclockwise
  EXPECT_TRUE(blocks[0].table_images.empty());
}

TEST(TableMask, TokensOfATableDiffer) {
  const media::Image page = patterned(1000, 1000);
  std::vector<ContentBlock> blocks(1);
  blocks[0].type = ContentType::kTable;
  blocks[0].bbox = {0, 0, 1, 1};
  Crop crop = {0, {0, 0, 1000, 1000}, 0, PromptKind::kTable, {}};
  for (int i = 0; i < 100; ++i) {
    const double x = i / 100.0;
    crop.absorbed.push_back(blocks.size());
    blocks.emplace_back();
    blocks.back().type = ContentType::kImage;
    blocks.back().bbox = {x, 0.1, x + 0.01, 0.2};
  }
  (void)mask_table_images(page.view(), crop, blocks);
  EXPECT_EQ(blocks[0].table_images.size(), 100U);
}

TEST(TableMask, RefusesAnEmptyCrop) {
  const media::Image page = patterned(40, 30);
  std::vector<ContentBlock> blocks(1);
  EXPECT_THROW((void)mask_table_images(page.view(), {0, {4, 3, 4, 18}, 0, {}, {}}, blocks), Error);
}

size_t count_ink(std::string_view label, const PixelBox& box) {
  std::vector<uint8_t> pixels(200 * 60 * 3, 255);
  draw_label({pixels, {200, 60}}, box, label, {0, 0, 0});
  size_t ink = 0;
  for (size_t i = 0; i < pixels.size(); i += 3) ink += pixels[i] < 128 ? 1 : 0;
  return ink;
}

TEST(MaskLabel, DrawsEveryLetterAndNothingElse) {
  for (const char letter : std::string("[]") + std::string(kTokenLetters)) {
    EXPECT_GT(count_ink(std::string(1, letter), {0, 0, 200, 60}), 200U) << letter;
  }
  EXPECT_EQ(count_ink("O", {0, 0, 200, 60}), 0U);
}

TEST(MaskLabel, StaysWithinSeventyPercent) {
  std::vector<uint8_t> pixels(200 * 60 * 3, 255);
  draw_label({pixels, {200, 60}}, {20, 10, 180, 50}, "[AC7K]", {0, 0, 0});
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 200; ++x) {
      if (pixels[static_cast<size_t>(y * 200 + x) * 3] == 255) continue;
      EXPECT_GE(x, 43);
      EXPECT_LE(x, 157);
      EXPECT_GE(y, 15);
      EXPECT_LE(y, 45);
    }
  }
}

TEST(MaskLabel, DrawsNothingInASmallBox) {
  EXPECT_EQ(count_ink("[AC7K]", {10, 10, 20, 14}), 0U);
  EXPECT_EQ(count_ink("", {0, 0, 200, 60}), 0U);
}

}  // namespace
}  // namespace mineru::doc::vlm
