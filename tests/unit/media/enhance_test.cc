// How clear pictures are, and what is done about it.
#include "media/enhance.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "media/page_source.h"
#include "media/resample.h"
#include "test_files.h"

namespace mineru::media {
namespace {

// Grey pixels, each computed from its place.
template <class Shade>
Image shaded(int width, int height, Shade shade) {
  MemoryMap pixels =
      MemoryMap::anonymous(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  size_t at = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto value = static_cast<std::byte>(shade(x, y));
      for (int colour = 0; colour < 3; ++colour) pixels.mutable_bytes()[at++] = value;
    }
  }
  return {width, height, std::move(pixels)};
}

int grey(const ImageView& image, int x, int y) {
  return image.row(std::clamp(
      y, 0, image.height - 1))[static_cast<size_t>(3 * std::clamp(x, 0, image.width - 1))];
}

Image recoloured(const ImageView& image, int black, int white) {
  return shaded(image.width, image.height,
                [&](int x, int y) { return black + (white - black) * grey(image, x, y) / 255; });
}

Image blurred(const ImageView& image, double sigma) {
  const int reach = static_cast<int>(3 * sigma) + 1;
  const auto weight = [&](int i) { return std::exp(-0.5 * i * i / (sigma * sigma)); };
  double sum = 0;
  for (int i = -reach; i <= reach; ++i) sum += weight(i);
  const Image across = shaded(image.width, image.height, [&](int x, int y) {
    double value = 0;
    for (int i = -reach; i <= reach; ++i) value += weight(i) / sum * grey(image, x + i, y);
    return std::lround(value);
  });
  return shaded(image.width, image.height, [&](int x, int y) {
    double value = 0;
    for (int i = -reach; i <= reach; ++i) value += weight(i) / sum * grey(across.view(), x, y + i);
    return std::lround(value);
  });
}

class EnhanceTest : public testing::Test {
 protected:
  // Lines of Helvetica whose capitals are about `height` pixels high.
  Image text(double height, int lines = 6) {
    std::string content = "BT /F1 20 Tf 24 TL 20 170 Td ";
    for (int i = 0; i < lines; ++i) content += "(NEVER SHARPEN A CLEAR PAGE) ' ";
    const auto source = open_pages(
        folder_.write(
            "x.pdf",
            HandmadePdf{.content = content + "ET", .page_keys = "/MediaBox [0 0 400 200]"}.bytes()),
        {}, {});
    return source->render(0, height / 14.4);
  }

  TestFolder folder_;
};

TEST_F(EnhanceTest, SharpnessTellsTheWidthOfTheBlur) {
  const Image sharp = text(24);
  EXPECT_GT(measure_clarity(sharp.view()).sharpness, 0.7);
  for (const double sigma : {1.5, 2.0, 3.0}) {
    const Image soft = blurred(sharp.view(), sigma);
    EXPECT_NEAR(measure_clarity(soft.view()).sharpness, 0.5 / sigma, 0.25 * 0.5 / sigma) << sigma;
  }
}

TEST_F(EnhanceTest, SharpnessKnowsNeitherContrastNorAmount) {
  const Image full = blurred(text(24).view(), 1.5);
  const double expected = measure_clarity(full.view()).sharpness;
  const Image pale = recoloured(full.view(), 120, 230);
  EXPECT_NEAR(measure_clarity(pale.view()).sharpness, expected, 0.06);
  const Image negative = recoloured(full.view(), 255, 0);
  EXPECT_NEAR(measure_clarity(negative.view()).sharpness, expected, 0.01);
  const Image sparse = blurred(text(24, 1).view(), 1.5);
  EXPECT_NEAR(measure_clarity(sparse.view()).sharpness, expected, 0.05);
}

TEST_F(EnhanceTest, TextHeightIsThatOfTheLetters) {
  for (const double height : {8.0, 20.0, 40.0}) {
    EXPECT_NEAR(measure_clarity(text(height).view()).text_height, height, 1.5) << height;
  }
  const Image negative = recoloured(text(20).view(), 255, 0);
  EXPECT_NEAR(measure_clarity(negative.view()).text_height, 20, 1.5);
}

TEST_F(EnhanceTest, BlankPicturesHaveNeither) {
  const Image white(300, 200);
  const Image noise = shaded(300, 200, [](int x, int y) { return 250 + (x * 7 + y * 13) % 5; });
  const Image pixel(1, 1);
  for (const Image* image : {&white, &noise, &pixel}) {
    const Clarity clarity = measure_clarity(image->view());
    EXPECT_EQ(clarity.sharpness, 0);
    EXPECT_EQ(clarity.text_height, 0);
    EXPECT_TRUE(plan_enhancement(clarity, image->view(), Need::kAsked).does_nothing());
  }
}

TEST_F(EnhanceTest, ClearPicturesStayAsTheyAre) {
  const Image sharp = text(20);
  const Clarity clarity = measure_clarity(sharp.view());
  EXPECT_TRUE(plan_enhancement(clarity, sharp.view(), Need::kClear).does_nothing());
  const EnhancePlan asked = plan_enhancement(clarity, sharp.view(), Need::kAsked);
  EXPECT_EQ(asked.scale, 1);
  EXPECT_EQ(asked.sharpen_by, 0.5);
}

TEST_F(EnhanceTest, TinyLettersAreEnlargedToAUsualHeight) {
  const Image tiny = text(7);
  const EnhancePlan plan =
      plan_enhancement(measure_clarity(tiny.view()), tiny.view(), Need::kClear);
  EXPECT_NEAR(plan.scale, 20.0 / 7, 0.5);
  EXPECT_EQ(plan.sharpen_by, 0);
  const Image larger = enhanced(tiny.view(), plan);
  EXPECT_EQ(larger.width(), std::lround(tiny.width() * plan.scale));
  EXPECT_NEAR(measure_clarity(larger.view()).text_height, 20, 2);
}

TEST_F(EnhanceTest, EnlargingEndsWhereReadingWouldTakeMinutes) {
  const Image huge(4000, 3000);  // 12 million pixels of 16
  EXPECT_EQ(plan_enhancement({1, 5}, huge.view(), Need::kClear).scale, 1);
  const Image large(2000, 2000);
  EXPECT_EQ(plan_enhancement({1, 5}, large.view(), Need::kClear).scale, 2);
}

TEST_F(EnhanceTest, SoftEdgesBecomeSharper) {
  const Image soft = blurred(text(24).view(), 2);
  const Clarity before = measure_clarity(soft.view());
  const EnhancePlan plan = plan_enhancement(before, soft.view(), Need::kClear);
  EXPECT_EQ(plan.scale, 1);
  EXPECT_NEAR(plan.radius, 2, 0.3);
  EXPECT_NEAR(plan.sharpen_by, 1.5, 0.5);
  const Image sharper = enhanced(soft.view(), plan);
  EXPECT_GT(measure_clarity(sharper.view()).sharpness, 1.15 * before.sharpness);
}

TEST_F(EnhanceTest, SharpeningKeepsSurfacesAndSteepensEdges) {
  const Image step = shaded(40, 8, [](int x, int) { return x < 20 ? 100 : 150; });
  const Image out = sharpened(step.view(), 1, 1);
  EXPECT_EQ(grey(out.view(), 2, 4), 100);
  EXPECT_EQ(grey(out.view(), 37, 4), 150);
  // 0.30 and 0.05 of the step lie beyond the edge, under a Gaussian of 1 pixel.
  EXPECT_NEAR(grey(out.view(), 19, 4), 100 - 50 * 0.30, 1);
  EXPECT_NEAR(grey(out.view(), 20, 4), 150 + 50 * 0.30, 1);
  EXPECT_NEAR(grey(out.view(), 18, 4), 100 - 50 * 0.06, 1);
  EXPECT_EQ(grey(out.view(), 20, 0), grey(out.view(), 20, 4));
}

}  // namespace
}  // namespace mineru::media
