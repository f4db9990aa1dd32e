// Picture files through the real worker; the odd formats are in hostile_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "media/page_source.h"
#include "test_files.h"

namespace mineru::media {
namespace {

// Left half red, right half blue, as JPEG.
std::string two_colours(int width, int height) {
  MemoryMap map = MemoryMap::anonymous(static_cast<size_t>(width * height) * 3);
  auto* out = reinterpret_cast<uint8_t*>(map.mutable_bytes().data());
  for (int i = 0; i < width * height; ++i, out += 3) out[i % width < width / 2 ? 0 : 2] = 255;
  return encode_jpeg(Image(width, height, std::move(map)).view(), 95);
}

void expect_near(const Rgb& found, const Rgb& expected, int tolerance) {
  EXPECT_NEAR(found.red, expected.red, tolerance);
  EXPECT_NEAR(found.green, expected.green, tolerance);
  EXPECT_NEAR(found.blue, expected.blue, tolerance);
}

class PictureTest : public testing::Test {
 protected:
  std::unique_ptr<PageSource> open(std::string_view bytes) {
    return open_pages(folder_.write("x.bin", bytes), {}, {});
  }
  Error error_of(std::string_view bytes) {
    try {
      open(bytes)->render(0, 1);
    } catch (const Error& error) {
      return error;
    }
    return {Code::kCancelled, "no error"};
  }

  TestFolder folder_;
};

TEST_F(PictureTest, IsAPageOfItsOwnPixels) {
  const auto source = open(two_colours(203, 101));
  EXPECT_EQ(source->kind(), SourceKind::kPicture);
  EXPECT_EQ(source->page_count(), 1);
  EXPECT_DOUBLE_EQ(source->page_size(0).width, 203 * 0.36);
  const Image image = source->render(0, 200.0 / 72);
  EXPECT_EQ(image.width(), 203);
  EXPECT_EQ(image.height(), 101);
  expect_near(pixel(image, 50, 50), {255, 0, 0}, 3);
  expect_near(pixel(image, 150, 50), {0, 0, 255}, 3);
  const NativePage native = source->native_page(0);
  EXPECT_TRUE(native.chars.empty());
  ASSERT_EQ(native.graphics.size(), 1u);
  EXPECT_EQ(native.graphics[0].kind, NativeGraphic::Kind::kImage);
  EXPECT_EQ(native.graphics[0].box, (Box{0, 0, 203 * 0.36, 101 * 0.36}));
}

TEST_F(PictureTest, OtherScalesAreResized) {
  const auto source = open(two_colours(200, 100));
  const Image half = source->render(0, 100.0 / 72);
  EXPECT_EQ(half.width(), 100);
  EXPECT_EQ(half.height(), 50);
  expect_near(pixel(half, 25, 25), {255, 0, 0}, 3);
  const Image odd = source->render(0, 1);  // 72 x 36 points
  EXPECT_EQ(odd.width(), 72);
  EXPECT_EQ(odd.height(), 36);
  const Image large = source->render(0, 3.1);
  EXPECT_EQ(large.width(), 224);
  EXPECT_EQ(large.height(), 112);
}

TEST_F(PictureTest, LargeOnesAreCappedByTheReferenceScale) {
  const auto source = open(two_colours(5000, 20));
  const Image image = source->render(0, reference_scale(source->page_size(0)));
  EXPECT_EQ(image.width(), 3500);
  EXPECT_EQ(image.height(), 14);
}

TEST_F(PictureTest, WritesItselfAsPdf) {
  const auto source = open(two_colours(200, 100));
  source->write_pdf(0, 0, folder_ / "out.pdf");
  const auto written = open_pages(folder_ / "out.pdf", {}, {});
  EXPECT_EQ(written->kind(), SourceKind::kPdf);
  EXPECT_NEAR(written->page_size(0).width, 72, 1e-3);
  EXPECT_NEAR(written->page_size(0).height, 36, 1e-3);
  const Image image = written->render(0, 200.0 / 72);
  expect_near(pixel(image, 50, 50), {255, 0, 0}, 4);
  expect_near(pixel(image, 150, 50), {0, 0, 255}, 4);
}

TEST_F(PictureTest, TakesAnOverlay) {
  const auto source = open(two_colours(200, 100));
  const std::vector<OverlayPage> pages = {{0, {{{0, 0, 20, 20}, 0, 255, 0, false, "1"}}}};
  source->write_overlay(pages, folder_ / "out.pdf");
  const auto written = open_pages(folder_ / "out.pdf", {}, {});
  const Image image = written->render(0, 4);
  expect_near(pixel(image, 80, 40), {0, 255, 0}, 2);  // the outline's right side
  expect_near(pixel(image, 40, 40), {255, 0, 0}, 4);
}

TEST_F(PictureTest, AlphaIsComposedOrDropped) {
  const auto path = test_data("hostile/rgba_alpha.png");
  const auto composed = open_pages(path, {}, {})->render(0, 200.0 / 72);
  OpenOptions options;
  options.alpha = Alpha::kDrop;
  const auto dropped = open_pages(path, options, {})->render(0, 200.0 / 72);
  int different = 0;
  for (int y = 0; y < composed.height(); ++y) {
    for (int x = 0; x < composed.width(); ++x) {
      different += pixel(composed, x, y) == pixel(dropped, x, y) ? 0 : 1;
    }
  }
  EXPECT_GT(different, 0);
}

TEST_F(PictureTest, TruncatedOnesAreDamaged) {
  const std::string whole = two_colours(400, 400);
  const Error error = error_of(std::string_view(whole).substr(0, whole.size() / 2));
  EXPECT_EQ(error.code(), Code::kCorruptData);
  EXPECT_THAT(error.message(), testing::HasSubstr("damaged JPEG picture"));
}

TEST_F(PictureTest, ForeignFormatsAreNamed) {
  using namespace std::string_view_literals;
  const std::vector<std::pair<std::string_view, const char*>> cases = {
      {"\0\0\0\x18"
       "ftypheic"sv,
       "HEIC picture: not supported; convert to PNG or JPEG"},
      {"PK\x03\x04 and so on"sv, "Office document"},
      {"<svg xmlns='x'/>"sv, "SVG drawing"},
      {"%!PS-Adobe-3.0"sv, "PostScript"},
      {"BM is a text about cars, not a bitmap"sv, "neither a PDF nor a picture"},
      {"just text"sv, "neither a PDF nor a picture"}};
  for (const auto& [bytes, message] : cases) {
    const Error error = error_of(bytes);
    EXPECT_EQ(error.code(), Code::kUnsupported) << message;
    EXPECT_THAT(error.message(), testing::HasSubstr(message));
  }
  EXPECT_EQ(error_of("").code(), Code::kCorruptData);
}

TEST_F(PictureTest, PixelLimitIsCheckedFromTheHeader) {
  OpenOptions options;
  options.limits.max_pixels = 19'999;
  const auto source = open_pages(folder_.write("x.jpg", two_colours(200, 100)), options, {});
  try {
    source->render(0, 200.0 / 72);
    FAIL() << "decoded more pixels than allowed";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kResourceExhausted);
    EXPECT_THAT(error.message(), testing::HasSubstr("200 x 100"));
  }
}

TEST_F(PictureTest, MissingAndUnreadablePathsAreNamed) {
  try {
    open_pages(folder_ / "nothing.pdf", {}, {});
    FAIL() << "opened nothing";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
  }
  EXPECT_THROW(open_pages(std::filesystem::temp_directory_path(), {}, {}), Error);
}

}  // namespace
}  // namespace mineru::media
