// Resizing against Pillow's own pixels (tests/data/pixels, made by tools/oracle/pillow_goldens.py).
#include "media/resample.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "computed_picture.h"
#include "media/size_limits.h"
#include "test_files.h"

namespace mineru::media {
namespace {

using Json = nlohmann::json;

// Same pixels, but rows of a larger picture with other contents around.
struct Embedded {
  explicit Embedded(const Image& image)
      : around(drawn(image.width() + 5, image.height() + 4, [&](int x, int y, int c) {
          const bool inside = x >= 2 && y >= 1 && x < image.width() + 2 && y < image.height() + 1;
          return inside ? image.view().row(y - 1)[static_cast<size_t>((x - 2) * 3 + c)]
                        : uint8_t{85};
        })) {}
  ImageView view() const {
    return around.view().crop(2, 1, around.width() - 3, around.height() - 3);
  }
  Image around;
};

Code code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return Code::kInternal;
}

TEST(Resized, HasPillowsPixels) {
  const Json golden = Json::parse(read_file(test_data("pixels/resize.json")));
  ASSERT_EQ(golden["rows"].size(), 300u);
  for (const Json& row : golden["rows"]) {
    SCOPED_TRACE(row.dump());
    const Embedded picture(computed_picture(row[0], row[1], row[2]));
    const Filter filter = row[3] == "bicubic" ? Filter::kBicubic : Filter::kLanczos;
    const Image result = resized(picture.view(), row[4], row[5], filter);
    EXPECT_EQ(result.width(), row[4]);
    EXPECT_EQ(result.height(), row[5]);
    EXPECT_EQ(digest(result.bytes()), row[6]);
  }
}

TEST(Resized, OneColourStaysOneColour) {
  const Image grey = drawn(37, 23, [](int, int, int c) { return static_cast<uint8_t>(c * 127); });
  for (const Filter filter : {Filter::kBicubic, Filter::kLanczos}) {
    const Image result = resized(grey.view(), 90, 11, filter);
    for (int y = 0; y < result.height(); ++y) {
      for (int x = 0; x < result.width(); ++x) ASSERT_EQ(pixel(result, x, y), (Rgb{0, 127, 254}));
    }
  }
}

TEST(Resized, RefusesEmptyPicturesAndSizes) {
  const Image picture(4, 4);
  EXPECT_EQ(code_of([] { resized(Image().view(), 3, 3, Filter::kBicubic); }),
            Code::kInvalidArgument);
  EXPECT_EQ(code_of([&] { resized(picture.view(), 0, 3, Filter::kBicubic); }),
            Code::kInvalidArgument);
  EXPECT_EQ(code_of([&] { resized(picture.view(), 3, -1, Filter::kBicubic); }),
            Code::kInvalidArgument);
}

TEST(Resized, RefusesHugeSizesBeforeItAllocates) {
  const Image picture(4, 4);
  constexpr int kMost = std::numeric_limits<int>::max();
  EXPECT_EQ(code_of([&] { resized(picture.view(), kMost, kMost, Filter::kBicubic); }),
            Code::kResourceExhausted);
  EXPECT_EQ(code_of([&] { resized(picture.view(), kMaxResizedSide + 1, 1, Filter::kBicubic); }),
            Code::kResourceExhausted);
  EXPECT_EQ(code_of([&] { resized(picture.view(), 1 << 15, 1 << 14, Filter::kLanczos); }),
            Code::kResourceExhausted);
  // Both ends are small, what lies between them is not.
  const Image tall(1, 100'000);
  EXPECT_EQ(code_of([&] { resized(tall.view(), 100'000, 1, Filter::kBicubic); }),
            Code::kResourceExhausted);
}

TEST(Copied, TakesTheRectangleOnly) {
  const Image picture = computed_picture(3, 11, 7);
  const Image copy = copied(Embedded(picture).view());
  EXPECT_TRUE(std::ranges::equal(copy.bytes(), picture.bytes()));
  EXPECT_EQ(code_of([] { copied(Image(0, 9).view()); }), Code::kInvalidArgument);
}

}  // namespace
}  // namespace mineru::media
