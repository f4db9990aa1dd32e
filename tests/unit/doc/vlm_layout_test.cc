// The layout reply, record by record, against the reference.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/vlm/content_json.h"
#include "doc/vlm/layout_grammar.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using testing::for_each_vector;
using Json = nlohmann::ordered_json;

void check_layout(const Json& input, const Json& expected, const std::string&) {
  EXPECT_EQ(content_blocks_to_json(parse_layout(input.get<std::string>())), expected);
}

TEST(LayoutGrammar, EqualsTheReference) {
  EXPECT_EQ(for_each_vector("layout_parse", check_layout), 17);
  EXPECT_EQ(for_each_vector("layout_parse", check_layout, "random_passes.jsonl"), 25);
}

TEST(LayoutGrammar, BoxesEqualTheReference) {
  for_each_vector("bbox_convert", [](const Json& input, const Json& expected, const std::string&) {
    std::array<int, 4> grid{};
    for (size_t i = 0; i < grid.size(); ++i) {
      grid[i] = input[i].is_string() ? std::stoi(input[i].get<std::string>()) : input[i].get<int>();
    }
    const auto box = to_page_box(grid);
    ASSERT_TRUE(box);
    EXPECT_EQ(Json(*box), expected);
  });
}

TEST(LayoutGrammar, BoxesOffTheGridOrWithoutAreaAreNone) {
  EXPECT_FALSE(to_page_box({0, 0, 1001, 10}));
  EXPECT_FALSE(to_page_box({-1, 0, 10, 10}));
  EXPECT_FALSE(to_page_box({10, 0, 10, 10}));
  EXPECT_FALSE(to_page_box({0, 10, 10, 10}));
}

std::string record(const std::string& box, const std::string& type, const std::string& tail = "") {
  return "<|box_start|>" + box + "<|box_end|><|ref_start|>" + type + "<|ref_end|>" + tail;
}

TEST(LayoutGrammar, ReadsDigitsAndSpacesOfAnyScript) {
  const auto blocks = parse_layout(record("１００\u3000٢٠٠ 300\u00a0𝟒𝟎𝟎", "title"));
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_THAT(blocks[0].bbox, ::testing::ElementsAre(0.1, 0.2, 0.3, 0.4));
}

TEST(LayoutGrammar, NumbersOfAnyLengthDoNotOverflow) {
  const std::string zeros(1000, '0');
  const std::string nines(1000, '9');
  EXPECT_EQ(parse_layout(record(zeros + "1 2 3 4", "text")).size(), 1U);
  EXPECT_TRUE(parse_layout(record("1 2 3 " + nines, "text")).empty());
}

TEST(LayoutGrammar, TypesIgnoreCase) {
  const auto blocks =
      parse_layout(record("1 2 3 4", "Table_Caption") + record("1 2 3 4", "un\u212anown"));
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].type, ContentType::kTableCaption);
  EXPECT_EQ(blocks[1].type, ContentType::kImage);  // the Kelvin sign is a k, unknown is an image
}

TEST(LayoutGrammar, BrokenRecordsDoNotTakeTheNextOneAlong) {
  const std::string good = record("1 2 3 4", "text");
  for (const std::string bad :
       {"<|box_start|>", "<|box_start|>1 2 3", "<|box_start|>1 2 3 4<|box_end|>",
        "<|box_start|>1 2 3 4<|box_end|><|ref_start|>",
        "<|box_start|>1 2 3 4<|box_end|><|ref_start|>text",
        "<|box_start|>1 2 3 4 5<|box_end|><|ref_start|>text<|ref_end|>", "\xff\xfe",
        "<|box_start"}) {
    EXPECT_EQ(parse_layout(bad + good).size(), 1U) << bad;
    EXPECT_EQ(parse_layout(good + bad).size(), 1U) << bad;
    EXPECT_EQ(parse_layout(bad).size(), 0U) << bad;
  }
}

TEST(LayoutGrammar, TextIsPartOfATableFromNinetyPercentOn) {
  const std::string table = record("000 000 500 500", "table");
  EXPECT_EQ(parse_layout(table + record("400 100 510 200", "text")).size(), 1U);
  EXPECT_EQ(parse_layout(table + record("400 100 520 200", "text")).size(), 2U);
  EXPECT_EQ(parse_layout(table + record("400 100 500 200", "title")).size(), 2U);
}

// Each would take minutes if the work grew with the square of the length.
TEST(LayoutGrammar, LongGarbageIsQuick) {
  std::string starts;
  std::string digits = "<|box_start|>";
  std::string records;
  while (starts.size() < 1'000'000) starts += "<|box_start|>1 2 3 4<|box_end|><|ref_start|>";
  while (digits.size() < 1'000'000) digits += "1 ";
  while (records.size() < 1'000'000) {
    records += record("0 0 1 1", "text") + record("2 2 3 3", "table");
  }
  EXPECT_EQ(parse_layout(starts).size(), 0U);
  EXPECT_EQ(parse_layout(digits).size(), 0U);
  EXPECT_EQ(parse_layout(records).size(), 5000U) << "no page has as many";
  EXPECT_EQ(parse_layout("<|box_start|>" + std::string(1'000'000, ' ')).size(), 0U);
}

}  // namespace
}  // namespace mineru::doc::vlm
