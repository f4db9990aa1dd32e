// Markdown pipe tables in replies.
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/pipe_table.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

constexpr const char* kRandom = "random_replies.jsonl";

TEST(PipeTable, HtmlEqualsTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    const auto html = markdown_table_to_html(input.template get<std::string>());
    EXPECT_EQ(html.has_value(), !expected.is_null()) << input;
    if (html && !expected.is_null()) {
      EXPECT_EQ(*html, expected.template get<std::string>());
    }
  };
  EXPECT_EQ(testing::for_each_vector("markdown_table_to_html", check), 9);
  EXPECT_EQ(testing::for_each_vector("markdown_table_to_html", check, kRandom), 32);
}

TEST(PipeTable, MalformedEqualsTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(markdown_table_malformed(input.template get<std::string>()),
              expected.template get<bool>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("markdown_table_malformed", check), 14);
  EXPECT_EQ(testing::for_each_vector("markdown_table_malformed", check, kRandom), 32);
}

TEST(PipeTable, PureTableEqualsTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(pure_table_to_html(input.template get<std::string>(), Compat::kReference),
              expected.template get<std::string>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("pure_table_to_html", check), 5);
  EXPECT_EQ(testing::for_each_vector("pure_table_to_html", check, kRandom), 32);
}

TEST(PipeTable, EscapedBars) {
  EXPECT_EQ(markdown_table_to_html("a\\|b|c\n---|---\n1\\\\|2"),
            "<table><tr><th>a|b</th><th>c</th></tr><tr><td>1\\\\</td><td>2</td></tr></table>");
  EXPECT_TRUE(markdown_table_malformed("|a\\|b|c|\n|---|---|\n|1|2|"));
}

TEST(PipeTable, PureTableInProductMode) {
  EXPECT_EQ(pure_table_to_html("Table:\n<fcel>a<nl>"), "<table><tr><td>a</td></tr></table>");
  EXPECT_EQ(pure_table_to_html(" <TABLE><tr></tr></Table>\n"), "<TABLE><tr></tr></Table>");
  EXPECT_EQ(pure_table_to_html("|a|b|\n|-|-|"), "");
}

TEST(PipeTable, LongRepliesTakeLinearTime) {
  const std::string bars(1 << 20, '|');
  EXPECT_FALSE(markdown_table_to_html(bars));
  EXPECT_FALSE(markdown_table_malformed(bars));
  std::string separators = "|a|b|\n";
  for (int i = 0; i < 100'000; ++i) separators += "|---|---|\n";
  EXPECT_FALSE(markdown_table_malformed(separators));
  EXPECT_TRUE(markdown_table_malformed(separators + "|---|---|---|"));
}

}  // namespace
}  // namespace mineru::doc::vlm
