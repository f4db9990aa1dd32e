#include "doc/writers/pipe_table.h"

#include <string>

#include <gtest/gtest.h>

namespace mineru::doc {
namespace {

std::string lossy(std::string_view html) { return pipe_table(html, Loss::kAllowed).value_or("-"); }
std::string exact(std::string_view html) { return pipe_table(html, Loss::kRefused).value_or("-"); }

TEST(PipeTable, PlainTableLosesNothing) {
  const char* html =
      "<table><thead><tr><th>Name</th><th>a|b</th></tr></thead>"
      "<tbody><tr><td> x_1 &amp; y </td><td></td></tr></tbody></table>";
  const char* expected = "| Name | a\\|b |\n| --- | --- |\n| x\\_1 & y | |";
  EXPECT_EQ(exact(html), expected);
  EXPECT_EQ(lossy(html), expected);
}

TEST(PipeTable, MergedCells) {
  const char* html =
      "<table><tr><td rowspan=\"2\">Year</td><td colspan=2>Sales</td></tr>"
      "<tr><td>A</td><td>B</td></tr><tr><td>2024</td><td>1</td><td>2</td></tr></table>";
  EXPECT_EQ(exact(html), "-");
  EXPECT_EQ(lossy(html),
            "| Year | Sales | |\n| --- | --- | --- |\n| Year | A | B |\n| 2024 | 1 | 2 |");
}

TEST(PipeTable, MergedCellIntoARowWithoutCells) {
  EXPECT_EQ(lossy("<table><tr><td rowspan=2>a</td><td rowspan=2>b</td></tr><tr></tr>"
                  "<tr><td>c</td><td>d</td></tr></table>"),
            "| a | b |\n| --- | --- |\n| a | b |\n| c | d |");
}

TEST(PipeTable, WhatMarkdownHasNoPlaceFor) {
  EXPECT_EQ(exact("<table><tr><td>a<br>b</td></tr></table>"), "-");
  EXPECT_EQ(lossy("<table><tr><td>a<br>b</td></tr></table>"), "| a<br>b |\n| --- |");
  EXPECT_EQ(exact("<table><tr><td><eq>x|y</eq></td></tr></table>"), "-");
  EXPECT_EQ(lossy("<table><tr><td>n <eq>x_1|y</eq></td></tr></table>"), "| n $x_1\\|y$ |\n| --- |");
  EXPECT_EQ(exact("<table><tr><td><img src=\"a.jpg\"></td></tr></table>"), "-");
  EXPECT_EQ(lossy("<table><tr><td><img src=\"a.jpg\"></td></tr></table>"),
            "| ![](images/a.jpg) |\n| --- |");
  EXPECT_EQ(exact("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"), "-");
  EXPECT_EQ(lossy("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"),
            "| a | b |\n| --- | --- |\n| c | |");
}

TEST(PipeTable, NoTable) {
  EXPECT_EQ(lossy(""), "-");
  EXPECT_EQ(lossy("<table></table>"), "-");
  EXPECT_EQ(lossy("<table><tr><td><table><tr><td>in</td></tr></table></td></tr></table>"), "-");
}

TEST(PipeTable, TextOpensNoTag) {
  EXPECT_EQ(exact("<table><tr><td>a &lt;b&gt; <sup>2</sup></td></tr></table>"),
            "| a &lt;b> <sup>2</sup> |\n| --- |");
}

TEST(PipeTable, LimitsItself) {
  std::string wide = "<table><tr>";
  for (int i = 0; i < 3; ++i) wide += "<td colspan=1000 rowspan=1000>x</td>";
  EXPECT_EQ(lossy(wide), "-");
  std::string tall = "<table><tr><td rowspan=1000>" + std::string(100'000, 'x') + "</td></tr>";
  for (int i = 0; i < 999; ++i) tall += "<tr><td>y</td></tr>";
  EXPECT_EQ(lossy(tall), "-");
  std::string steps;
  for (int i = 0; i < 50'000; ++i) steps += "<tr><td rowspan=1000>";
  EXPECT_EQ(lossy(steps), "-");
  std::string open;
  for (int i = 0; i < 100'000; ++i) open += "<td";
  EXPECT_EQ(lossy(open), "-");
}

}  // namespace
}  // namespace mineru::doc
