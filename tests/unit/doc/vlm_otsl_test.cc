// OTSL to HTML: the reference's results exactly, and what the product does better.
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/table_html.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

std::string repeat(std::string_view text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

size_t count(std::string_view text, std::string_view what) {
  size_t found = 0;
  for (size_t pos = text.find(what); pos != std::string_view::npos;
       pos = text.find(what, pos + 1)) {
    ++found;
  }
  return found;
}

void check_vectors(const char* file, int num_rows) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(otsl_to_html(input.template get<std::string>(), Compat::kReference),
              expected["html"].template get<std::string>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("otsl_to_html", check, file), num_rows);
}

TEST(Otsl, EqualsTheReference) { check_vectors("postprocess.jsonl", 48); }
TEST(Otsl, EqualsTheReferenceOnRandomReplies) { check_vectors("random_replies.jsonl", 32); }

TEST(Otsl, TextBeforeTheFirstTokenIsIgnored) {
  EXPECT_EQ(otsl_to_html("Here it is: <fcel>a<fcel>b<nl><fcel>c<fcel>d<nl>"),
            "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>");
  EXPECT_EQ(otsl_to_html("Here it is: <fcel>a<fcel>b<nl>", Compat::kReference),
            "<table><tr><td></td><td></td></tr></table>");
}

TEST(Otsl, BlankRowsAreIgnored) {
  const std::string expected = "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>";
  EXPECT_EQ(otsl_to_html("<fcel>a<nl><nl><fcel>b<nl>"), expected);
  EXPECT_EQ(otsl_to_html("<nl>\n<fcel>a<nl> <nl><nl><fcel>b"), expected);
  EXPECT_EQ(otsl_to_html("<nl><fcel>a<nl><fcel>b", Compat::kReference),
            "<table><tr><td></td></tr><tr><td>a</td></tr></table>");
}

TEST(Otsl, TextBehindTheEndOfARowIsIgnored) {
  EXPECT_EQ(otsl_to_html("<fcel>a<nl>note<fcel>b<nl>"),
            "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>");
}

TEST(Otsl, SoundTablesAreTheSameEitherWay) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    const auto otsl = input.template get<std::string>();
    const bool sound = otsl.starts_with("<fcel>") && otsl.find("<nl><nl>") == std::string::npos;
    if (!sound) return;
    EXPECT_EQ(otsl_to_html(otsl), expected["html"].template get<std::string>()) << otsl;
  };
  testing::for_each_vector("otsl_to_html", check);
}

TEST(Otsl, HtmlPasses) {
  const std::string html = "<table><tr><th>x</th></tr></table>";
  EXPECT_EQ(otsl_to_html(html), html);
  EXPECT_EQ(otsl_to_html("\n" + html + " "), html);
  EXPECT_EQ(otsl_to_html(" " + html, Compat::kReference), "");
}

TEST(Otsl, WhetherThereIsAnyToken) {
  EXPECT_TRUE(has_otsl("x<fcel>"));
  EXPECT_TRUE(has_otsl("<<nl>"));
  EXPECT_FALSE(has_otsl(""));
  EXPECT_FALSE(has_otsl("a table of <b>words</b>, <FCEL>, <fcel"));
}

TEST(Otsl, OverlappingSpans) {
  // Both b and c claim the corner; a keeps the cell where it starts, d the one it starts in.
  EXPECT_EQ(otsl_to_html("<fcel>a<fcel>b<lcel><nl><fcel>c<ucel><xcel><nl><ucel><lcel><fcel>d<nl>"),
            "<table><tr><td>a</td><td rowspan=\"2\" colspan=\"2\">b</td></tr>"
            "<tr><td rowspan=\"2\">c</td></tr><tr><td></td><td>d</td></tr></table>");
}

TEST(Otsl, LongRepliesTakeLinearTime) {
  constexpr size_t kTokens = 170'000;  // about a megabyte
  EXPECT_EQ(count(otsl_to_html(repeat("<fcel>", kTokens)), "<td></td>"), kTokens);
  EXPECT_EQ(otsl_to_html("<fcel>a" + repeat("<lcel>", kTokens)),
            "<table><tr><td colspan=\"170001\">a</td></tr></table>");
  EXPECT_EQ(otsl_to_html(repeat("<ucel><nl>", kTokens / 2)), "");
  const std::string high = otsl_to_html("<fcel>a<nl>" + repeat("<ucel><nl>", kTokens / 2));
  EXPECT_TRUE(high.starts_with("<table><tr><td rowspan=\"85001\">a</td></tr><tr></tr>"));
  EXPECT_EQ(count(high, "<tr></tr>"), kTokens / 2);
}

TEST(Otsl, SpansThatAllOverlapTakeLinearTime) {
  constexpr size_t kSide = 400;
  std::string otsl;
  for (size_t i = 0; i < kSide; ++i) {
    otsl += repeat("<xcel>", i) + "<fcel>" + repeat("<xcel>", kSide - 1 - i) + "<nl>";
  }
  const std::string html = otsl_to_html(otsl);
  EXPECT_TRUE(html.starts_with("<table><tr><td rowspan=\"400\" colspan=\"400\"></td></tr>"));
  EXPECT_TRUE(html.ends_with("<tr><td></td></tr></table>"));
  EXPECT_EQ(count(html, "<td"), kSide);
}

TEST(Otsl, ARunawayRowIsNoTable) {
  EXPECT_EQ(otsl_to_html(repeat("<fcel>x", 80'000) + repeat("<nl><fcel>y", 40'000)), "");
}

}  // namespace
}  // namespace mineru::doc::vlm
