// Picture tokens and formulas in a table's HTML.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/table_tokens.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using Tokens = std::map<std::string, std::string>;

void check_tokens(const char* file, int num_rows) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(replace_table_images(input["content"].template get<std::string>(),
                                   input["token_map"].template get<Tokens>()),
              expected.template get<std::string>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("table_image_tokens", check, file), num_rows);
}

void check_formulas(const char* file, int num_rows) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(wrap_table_formulas(input.template get<std::string>()),
              expected.template get<std::string>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("table_formula_wrap", check, file), num_rows);
}

TEST(TableImages, EqualTheReference) {
  check_tokens("postprocess.jsonl", 4);
  check_tokens("random_replies.jsonl", 32);
}

TEST(TableImages, WhiteSpaceInsideTheBrackets) {
  EXPECT_EQ(replace_table_images("[ AC7K\n][AC7K ]", {{"[AC7K]", "data:x"}}),
            "<img src=\"data:x\"/><img src=\"data:x\"/>");
  EXPECT_EQ(replace_table_images("[AC 7K] [AC7K [ac7k] AC7K]", {{"[AC7K]", "data:x"}}),
            "[AC 7K] [AC7K [ac7k] AC7K]");
}

TEST(TableImages, AnAddressIsNotSearched) {
  EXPECT_EQ(replace_table_images("[A][B]", {{"[A]", "[B]"}, {"[B]", "b"}}),
            "<img src=\"[B]\"/><img src=\"b\"/>");
}

TEST(TableFormulas, EqualTheReference) {
  check_formulas("postprocess.jsonl", 6);
  check_formulas("random_replies.jsonl", 32);
}

TEST(TableFormulas, OneKindInsideTheOther) {
  EXPECT_EQ(wrap_table_formulas("\\[ \\(a\\) \\]"), "<eq><eq>a</eq></eq>");
  EXPECT_EQ(wrap_table_formulas("\\(a<eq>b</eq>\\)"), "\\(a<eq>b</eq>\\)");
}

}  // namespace
}  // namespace mineru::doc::vlm
