// Charts that the model fell into a loop over.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "doc/vlm/chart_repetition.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

constexpr const char* kRandom = "random_replies.jsonl";

TEST(ChartRepetition, ErrorsEqualTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(chart_repetition_errors(input.template get<std::string>()),
              expected.template get<std::vector<std::string>>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("chart_repetition_errors", check), 9);
  EXPECT_EQ(testing::for_each_vector("chart_repetition_errors", check, kRandom), 32);
}

TEST(ChartRepetition, RepairEqualsTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(fix_chart_repetition(input.template get<std::string>()),
              expected.template get<std::string>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("chart_repetition_fix", check), 9);
  EXPECT_EQ(testing::for_each_vector("chart_repetition_fix", check, kRandom), 32);
}

TEST(ChartRepetition, TheLargestTable) {
  EXPECT_EQ(largest_chart_table("|a|b|\n|---|---|\n|1|2|\n\n|a|b|\n|---|---|\n|1|2|\n|3|4|"),
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |");
  EXPECT_EQ(largest_chart_table("|a|b|\n|1|2|\n\n|a|b|c|\n|1|2|3|"),
            "| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |");
  EXPECT_EQ(largest_chart_table("words"), "");
}

TEST(ChartRepetition, RowsAreWrittenAnew) {
  EXPECT_EQ(largest_chart_table("｜ a ｜`b¦\n¦1  2¦`x|y`¦"),
            "| a | `b` |\n| --- | --- |\n| 1 2 | `x\\|y` |");
}

TEST(ChartRepetition, LongRepliesTakeLinearTime) {
  std::string rows;
  for (int i = 0; i < 60'000; ++i) rows += i % 2 == 0 ? "|---|---|\n" : "|a|b|\n";
  EXPECT_EQ(largest_chart_table(rows), "| a | b |\n| --- | --- |\n| a | b |");
  EXPECT_EQ(largest_chart_table(std::string(1 << 20, '|')), "");
  std::string words;
  while (words.size() < 1 << 20) words += "ab ";
  EXPECT_EQ(chart_repetition_errors(words).size(), 1U);
  EXPECT_EQ(chart_repetition_errors(std::string(1 << 20, 'x')).size(), 2U);
}

}  // namespace
}  // namespace mineru::doc::vlm
