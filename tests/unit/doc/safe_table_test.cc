#include "doc/writers/safe_table.h"

#include <string>

#include <gtest/gtest.h>

namespace mineru::doc {
namespace {

std::string clean(std::string_view html) {
  const TableParts parts = {
      .formula = [](const std::string& latex) { return "{" + latex + "}"; },
      .picture = [](const std::string& source) { return "[" + source + "]"; }};
  return safe_table(html, parts);
}

TEST(SafeTable, KeepsTables) {
  const char* html =
      "<table><thead><tr><th rowspan=\"2\" colspan=\"3\">a</th></tr></thead><tbody><tr>"
      "<td>b<br>x<sup>2</sup> &amp; &lt;</td></tr></tbody></table>";
  EXPECT_EQ(clean(html), html);
}

TEST(SafeTable, PartsOfCells) {
  EXPECT_EQ(clean("<table><tr><td><eq>a&lt;b</eq> <img src='p.jpg' onerror=x></td></tr></table>"),
            "<table><tr><td>{a<b} [p.jpg]</td></tr></table>");
}

TEST(SafeTable, NothingRuns) {
  EXPECT_EQ(clean("<table><tr><td onclick=\"x()\" style=\"a\" colspan=\"2\">"
                  "<script>alert(1)</script><a href=\"javascript:x()\">k</a></td></tr></table>"),
            "<table><tr><td colspan=\"2\">alert(1)k</td></tr></table>");
  EXPECT_EQ(clean("<iframe src=x></iframe><svg onload=x><style>a</style><base href=x>"), "a");
  EXPECT_EQ(clean("<table><tr><td>&lt;script&gt;</td></tr></table>"),
            "<table><tr><td>&lt;script&gt;</td></tr></table>");
  EXPECT_EQ(clean("<td rowspan='2\" onload=\"x'>a</td>"), "<td rowspan=\"2\">a</td>");
  EXPECT_EQ(clean("a<!-- <b> -->b<?php x ?>c"), "abc");
  EXPECT_EQ(clean("a <b"), "a &lt;b");
}

TEST(SafeTable, EverythingIsClosed) {
  EXPECT_EQ(clean("<table><tr><td>a<td>b<tr><td><b>c"),
            "<table><tr><td>a</td><td>b</td></tr><tr><td><b>c</b></td></tr></table>");
  EXPECT_EQ(clean("<table><tr><td><table><tr><td>in</table></td><td>x</table>"),
            "<table><tr><td><table><tr><td>in</td></tr></table></td><td>x</td></tr></table>");
  EXPECT_EQ(clean("</td></table>a</p>"), "a");
  EXPECT_EQ(clean("<table><tr><td></b></table><ul><li>a<li>b</ul>"),
            "<table><tr><td></td></tr></table><ul><li>a</li><li>b</li></ul>");
}

TEST(SafeTable, DeepInputEnds) {
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += "<b>x";
  const std::string out = clean(deep);
  EXPECT_LT(out.size(), 51'000u);
}

}  // namespace
}  // namespace mineru::doc
