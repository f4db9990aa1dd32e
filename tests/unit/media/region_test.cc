// Parts of pages: the same pixels as the whole drawing has there.
#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "media/page_source.h"
#include "test_files.h"

namespace mineru::media {
namespace {

void expect_same_pixels(const ImageView& part, const ImageView& expected, int tolerance = 0) {
  ASSERT_EQ(part.width, expected.width);
  ASSERT_EQ(part.height, expected.height);
  for (int y = 0; y < part.height; ++y) {
    const auto a = part.row(y);
    const auto b = expected.row(y);
    const bool same = std::equal(a.begin(), a.end(), b.begin(),
                                 [&](int x, int z) { return std::abs(x - z) <= tolerance; });
    ASSERT_TRUE(same) << "row " << y;
  }
}

class RegionTest : public testing::Test {
 protected:
  PageSource& open(const std::string& bytes, const OpenOptions& options = {}) {
    source_ = open_pages(folder_.write("x", bytes), options, {});
    return *source_;
  }

  TestFolder folder_;
  std::unique_ptr<PageSource> source_;
};

TEST_F(RegionTest, OfAPdfHasThePixelsOfTheWholePage) {
  for (const char* rotate : {"0", "90", "180", "270"}) {
    SCOPED_TRACE(rotate);
    PageSource& source =
        open(HandmadePdf{.content = "0.2 0.7 0.3 rg 10 10 120 90 re f 1 0 0 RG 5 5 m 180 150 l S "
                                    "BT /F1 23.7 Tf 31 77 Td (Region, region) Tj ET",
                         .page_keys = std::string("/MediaBox [0 0 203 157]/CropBox [3 2 201 155]") +
                                      "/Rotate " + rotate}
                 .bytes());
    const Image whole = source.render(0, 2.5);
    const Image part = source.render_region(0, 2.5, {20, 40, 110, 112});
    // Edges of curves are rounded in 32 bits, from another origin.
    constexpr int kRounding = 3;
    expect_same_pixels(part.view(), whole.view().crop(50, 100, 275, 280), kRounding);
    const Image all = source.render_region(0, 2.5, {-5, -5, 1000, 1000});
    expect_same_pixels(all.view(), whole.view());
  }
}

TEST_F(RegionTest, BetweenPixelsTakesThoseThatItTouches) {
  PageSource& source = open(HandmadePdf{.content = "10 10 120 90 re f"}.bytes());
  const Image part = source.render_region(0, 2, {10.2, 20.7, 30.3, 40.5});
  expect_same_pixels(part.view(), source.render(0, 2).view().crop(20, 41, 61, 81));
}

TEST_F(RegionTest, ShowsFormFieldsAndAnnotationsWhereTheyAre) {
  const std::string pdf = read_file(test_data("hostile/form_with_appearance.pdf"));
  PageSource& source = open(pdf);
  const PageSize size = source.page_size(0);
  const Image whole = source.render(0, 2);
  const Image part = source.render_region(0, 2, {10, 20, size.width - 10, size.height - 20});
  expect_same_pixels(part.view(),
                     whole.view().crop(20, 40, whole.width() - 20, whole.height() - 40));
}

TEST_F(RegionTest, OfAPictureHasThePixelsOfTheWholePicture) {
  PageSource& drawn = open(HandmadePdf{.content = "0.2 0.7 0.3 rg 10 10 120 90 re f "
                                                  "BT /F1 40 Tf 31 77 Td (Picture) Tj ET"}
                               .bytes());
  const std::string jpeg = encode_jpeg(drawn.render(0, 2).view());
  PageSource& source = open(jpeg);  // 600 x 400 pixels are 216 x 144 points
  for (const double scale : {200.0 / 72, 1.25}) {
    const Image whole = source.render(0, scale);
    const Box region = {72, 36, 180, 108};
    const Image part = source.render_region(0, scale, region);
    const auto at = [&](double value) { return static_cast<int>(value * scale + 0.5); };
    expect_same_pixels(part.view(), whole.view().crop(at(72), at(36), at(180), at(108)));
  }
}

TEST_F(RegionTest, CountsOnlyItsOwnPixelsAgainstTheLimit) {
  OpenOptions options;
  options.limits.max_pixels = 60'000;
  PageSource& source = open(HandmadePdf{.content = "10 10 120 90 re f"}.bytes(), options);
  EXPECT_THROW(source.render(0, 4), Error);
  const Image part = source.render_region(0, 4, {0, 0, 60, 60});
  EXPECT_EQ(part.width(), 240);
  EXPECT_EQ(part.height(), 240);
}

TEST_F(RegionTest, OutsideThePageIsAnError) {
  PageSource& source = open(HandmadePdf{}.bytes());
  try {
    source.render_region(0, 1, {400, 10, 500, 20});
    FAIL() << "drew what is not there";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    EXPECT_THAT(error.message(), testing::HasSubstr("page 1"));
  }
}

}  // namespace
}  // namespace mineru::media
