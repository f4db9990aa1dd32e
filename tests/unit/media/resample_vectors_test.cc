// Small pictures that went through the reference: tests/data/pixels/vectors.jsonl.
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "computed_picture.h"
#include "media/resample.h"
#include "test_files.h"

namespace mineru::media {
namespace {

using Json = nlohmann::json;

std::vector<Json> vectors(std::string_view step) {
  std::vector<Json> rows;
  std::istringstream lines(read_file(test_data("pixels/vectors.jsonl")));
  for (std::string line; std::getline(lines, line);) {
    Json row = Json::parse(line);
    if (row["step"] == step) rows.push_back(std::move(row));
  }
  return rows;
}

Image picture_of(const Json& input) {
  const int width = input["w"];
  const Json& samples = input["rgb"];
  return drawn(width, input["h"], [&](int x, int y, int c) {
    return samples[static_cast<size_t>((y * width + x) * 3 + c)].get<uint8_t>();
  });
}

std::vector<uint8_t> samples_of(const Image& image) {
  const auto* begin = reinterpret_cast<const uint8_t*>(image.bytes().data());
  return {begin, begin + image.num_bytes()};
}

TEST(Vectors, BicubicResize) {
  const auto rows = vectors("pil_resize_bicubic");
  ASSERT_EQ(rows.size(), 9u);
  for (const Json& row : rows) {
    const Json& input = row["input"];
    SCOPED_TRACE(input.dump());
    const Image result =
        resized(picture_of(input).view(), input["out_w"], input["out_h"], Filter::kBicubic);
    EXPECT_EQ(samples_of(result), row["expected"].get<std::vector<uint8_t>>());
  }
}

// The reference turns counter-clockwise, `turned` clockwise.
TEST(Vectors, Rotate) {
  const auto rows = vectors("pil_rotate_expand");
  ASSERT_EQ(rows.size(), 3u);
  for (const Json& row : rows) {
    const Json& input = row["input"];
    SCOPED_TRACE(input.dump());
    const Image result = turned(picture_of(input).view(), 360 - input["angle"].get<int>());
    EXPECT_EQ(result.width(), row["expected"]["w"]);
    EXPECT_EQ(result.height(), row["expected"]["h"]);
    EXPECT_EQ(samples_of(result), row["expected"]["rgb"].get<std::vector<uint8_t>>());
  }
}

TEST(Vectors, PadExtremeRatio) {
  const auto rows = vectors("pad_extreme_ratio");
  ASSERT_EQ(rows.size(), 3u);
  for (const Json& row : rows) {
    const Json& input = row["input"];
    SCOPED_TRACE(input.dump());
    const Image result = padded_to_ratio(picture_of(input).view(), input["max_ratio"]);
    EXPECT_EQ(result.width(), row["expected"]["w"]);
    EXPECT_EQ(result.height(), row["expected"]["h"]);
    EXPECT_EQ(samples_of(result), row["expected"]["rgb"].get<std::vector<uint8_t>>());
  }
}

TEST(Vectors, ResizeByNeedSize) {
  const auto rows = vectors("resize_by_need_size");
  ASSERT_EQ(rows.size(), 20u);
  for (const Json& row : rows) {
    SCOPED_TRACE(row.dump());
    const Image result = resized_by_need(Image(row["input"][0], row["input"][1]).view());
    EXPECT_EQ(result.width(), row["expected"][0]);
    EXPECT_EQ(result.height(), row["expected"][1]);
  }
}

// Through the worker, which decodes: transparency is dropped, the stored colour stays.
TEST(Vectors, ToRgb) {
  const auto rows = vectors("to_rgb");
  ASSERT_EQ(rows.size(), 3u);
  const std::array<std::string_view, 3> files = {"rgba_clear", "rgba_half", "la_clear"};
  OpenOptions options;
  options.alpha = Alpha::kDrop;
  for (size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(rows[i].dump());
    const auto path = test_data("pixels/" + std::string(files[i]) + ".png");
    const Image result = open_pages(path, options, {})->render(0, 200.0 / 72);
    ASSERT_EQ(result.num_bytes(), 3u);
    EXPECT_EQ(samples_of(result), rows[i]["expected"].get<std::vector<uint8_t>>());
  }
}

}  // namespace
}  // namespace mineru::media
