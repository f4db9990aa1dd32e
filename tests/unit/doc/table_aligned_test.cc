#include <chrono>

#include <gtest/gtest.h>

#include "unit/doc/table_page.h"

namespace mineru::doc::flash {
namespace {

const std::vector<double> kText = {100, 200, 280};

TEST(AlignedTable, TextAndValues) {
  TestPage page;
  page.row(112, kText, {"City", "Area", "Rank"}).row(126, kText, {"Rome", "1285", "1"});
  page.row(140, kText, {"Oslo", "454", "2"}).row(154, kText, {"Bray", "11", "3"});
  EXPECT_EQ(page.html(), plain_html("City,Area,Rank;Rome,1285,1;Oslo,454,2;Bray,11,3"));
  EXPECT_TRUE(page.segments.empty());
}

TEST(AlignedTable, RightAlignedAmountsBesideText) {
  TestPage page;
  page.left(100, 90, "The sums of this year are given here, and they are longer than a cell is.");
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"Rent", "1,200.00"}, {"Food", "98.50"}, {"Heating", "240.00"}, {"Sum", "1,538.50"}};
  double y = 112;
  for (const auto& [name, amount] : rows) {
    page.left(100, y, name).right(300, y, amount);
    y += 13;
  }
  EXPECT_EQ(page.html(),
            "<table><tr><td>Rent</td><td>1,200.00</td></tr><tr><td>Food</td>"
            "<td>98.50</td></tr><tr><td>Heating</td><td>240.00</td></tr><tr><td>Sum"
            "</td><td>1,538.50</td></tr></table>");
  EXPECT_EQ(page.segments.size(), 1u);
}

TEST(AlignedTable, TwoColumnsOfRunningTextAreNone) {
  TestPage page;
  for (int i = 0; i < 20; ++i) {
    page.left(50, 56 + 12 * i, "left column text fills its line");
    page.left(310, 56 + 12 * i, "right column text fills lines");
  }
  EXPECT_EQ(page.html(), "");
  EXPECT_EQ(page.segments.size(), 40u);
}

TEST(AlignedTable, HangingLabelsAreNone) {
  TestPage page;
  for (int i = 1; i < 6; ++i) {
    page.row(100 + 12 * i, {100, 130},
             {"[" + std::to_string(i) + "]", "A. Author, 20" + std::to_string(10 + i)});
    page.row(300 + 12 * i, {100, 130}, {"•", "item " + std::to_string(i)});
    page.row(500 + 12 * i, {100, 130}, {"(" + std::to_string(i) + ")", "100"});
  }
  EXPECT_EQ(page.html(), "");
}

TEST(AlignedTable, EquationsAreNone) {
  TestPage page;
  for (int i = 1; i < 5; ++i) {
    page.row(100 + 20 * i, {150, 300},
             {"x = y + " + std::to_string(i), "(" + std::to_string(i) + ")"});
  }
  EXPECT_EQ(page.html(), "");
}

TEST(AlignedTable, ContentsAreNone) {
  TestPage page;
  const std::vector<std::string> titles = {"Introduction", "Method", "Results", "Outlook"};
  for (size_t i = 0; i < titles.size(); ++i) {
    const double y = 100 + 14 * static_cast<double>(i);
    page.row(y, {100, 120}, {std::to_string(i + 1), titles[i]})
        .right(400, y, std::to_string(3 + 4 * i));
    page.left(100, y + 200, titles[i] + " . . . . . . . . . . . .").right(400, y + 200, "7");
  }
  EXPECT_EQ(page.html(), "");
}

TEST(AlignedTable, AuthorsAndAddressesAreNone) {
  TestPage page;
  page.size = 12;
  page.centre(150, 100, "Ann Lee").centre(300, 100, "Bob Ray").centre(450, 100, "Cy Fox");
  page.size = 10;
  page.centre(150, 114, "Univ. of X").centre(300, 114, "Univ. of Y").centre(450, 114, "Z Labs");
  page.centre(150, 127, "ann@x.org").centre(300, 127, "bob@y.org").centre(450, 127, "cy@z.org");
  page.row(300, {100, 300}, {"Orange Demo Inc.", "Bayside Ltd"});
  page.row(313, {100, 300}, {"23 Main Street", "4 Quay Road"});
  page.row(326, {100, 300}, {"Central City", "Port Town"});
  EXPECT_EQ(page.html(), "");
}

TEST(AlignedTable, TwoRowsAreNone) {
  TestPage page;
  page.row(112, kText, {"City", "Area", "Rank"}).row(126, kText, {"Rome", "1285", "1"});
  EXPECT_EQ(page.html(), "");
}

TEST(AlignedTable, FigureLabelsAreNone) {
  TestPage page;
  for (int i = 0; i < 5; ++i) {
    page.row(100 + 14 * i, kText, {"1.5", "2.5", "3.5"});
    page.graphics.push_back({media::NativeGraphic::Kind::kDrawing, {100.0 + i, 95, 280, 150}});
  }
  EXPECT_EQ(page.html(), "");
}

// Hostile and huge pages: what matters is that nothing grows with the square of the page. The bound
// is loose enough for a loaded machine and far below what quadratic work would take.
TEST(TableWorstCase, HugePagesTakeNearlyLinearTime) {
  TestPage page;
  for (int i = 0; i < 50'000; ++i) {
    page.left(40 + 12 * (i % 50), 50 + 0.7 * (i / 50), i % 3 ? "12" : "ab");
  }
  for (int i = 0; i < 100'000; ++i) {
    page.horizontal(50 + 0.007 * i, 10.0 + i % 90, 200.0 + i % 77);
  }
  for (int i = 0; i < 4000; ++i) {
    page.graphics.push_back({media::NativeGraphic::Kind::kDrawing, {1.0 * (i % 500), 60, 520, 90}});
  }
  const auto start = std::chrono::steady_clock::now();
  page.extract();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(TableWorstCase, TwentyThousandRowsBetweenTwoRules) {
  TestPage page;
  page.size = 5;
  page.grid({38, 90, 300}, {40, 55, 40070});
  for (int i = 0; i < 20'000; ++i) page.row(52 + 2 * i, {40, 100}, {"ab", "1.5"});
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Table> tables = page.extract();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].num_rows, 20'000);
}

TEST(TableWorstCase, GraphPaperIsNone) {
  TestPage page;
  for (int i = 0; i < 2000; ++i)
    page.horizontal(10 + 4.0 * i, 10, 8010).vertical(10 + 4.0 * i, 10, 8010);
  page.left(20, 20, "graph").left(60, 60, "paper");
  EXPECT_EQ(page.html(), "");
}

TEST(TableWorstCase, EmptyInputs) {
  TestPage page;
  EXPECT_EQ(page.html(), "");
  page.grid({100, 200, 300}, {100, 116, 132});
  EXPECT_EQ(page.html(), "");
  page.rules.push_back({{0, 0, 0, 0}, true});
  page.left(10, 10, "alone");
  EXPECT_EQ(page.html(), "");
}

TEST(TableHtml, EscapesAllButScripts) {
  Table table{
      {}, 1, 2, {{0, 0, 1, 1, "a<b & <sup>2</sup> <sup>", {}}, {0, 1, 1, 1, "x\ny", {}}}, 1};
  EXPECT_EQ(
      table_html(table),
      "<table><tr><td>a&lt;b &amp; <sup>2</sup> &lt;sup&gt;</td><td>x<br>y</td></tr></table>");
}

}  // namespace
}  // namespace mineru::doc::flash
