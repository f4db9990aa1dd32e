#include <gtest/gtest.h>

#include "unit/doc/table_page.h"

namespace mineru::doc::flash {
namespace {

const std::vector<double> kXs = {100, 200, 300};
const std::vector<double> kYs = {100, 116, 132};
const std::vector<double> kText = {104, 204};

TestPage two_by_two() {
  TestPage page;
  page.row(112, kText, {"Name", "Age"}).row(128, kText, {"Ann", "31"});
  return page;
}

TEST(RuledTable, FullGrid) {
  TestPage page = two_by_two();
  page.grid(kXs, kYs);
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
  EXPECT_TRUE(page.segments.empty());
}

TEST(RuledTable, BoxAndConfidence) {
  TestPage page = two_by_two();
  page.grid(kXs, kYs);
  const std::vector<Table> tables = page.extract();
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_NEAR(tables[0].box.x0, 100, 1);
  EXPECT_NEAR(tables[0].box.y1, 132, 1);
  EXPECT_GT(tables[0].confidence, 0.9);
  EXPECT_NEAR(tables[0].cells[3].box.x0, 200, 1);
}

TEST(RuledTable, TextAroundStays) {
  TestPage page = two_by_two();
  page.grid(kXs, kYs).left(100, 90, "Before it").left(100, 150, "After it");
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
  EXPECT_EQ(page.rest(), "Before it|After it|");
}

TEST(RuledTable, SegmentAcrossAVerticalRuleIsSplitByWords) {
  TestPage page;
  page.left(110, 112, "Name and surname of person").row(128, kText, {"Ann Lee", "Mrs"});
  page.grid({100, 152, 300}, kYs);
  EXPECT_EQ(page.html(), plain_html("Name and,surname of person;Ann Lee,Mrs"));
}

TEST(RuledTable, MissingPiecesMergeCells) {
  TestPage page;
  page.left(104, 112, "Both").row(128, kText, {"a", "b"}).row(144, kText, {"", "c"});
  page.horizontal(100, 100, 300).horizontal(116, 100, 300).horizontal(132, 200, 300);
  page.horizontal(148, 100, 300).vertical(100, 100, 148).vertical(300, 100, 148);
  page.vertical(200, 116, 148);
  EXPECT_EQ(page.html(),
            "<table><tr><td colspan=\"2\">Both</td></tr>"
            "<tr><td rowspan=\"2\">a</td><td>b</td></tr><tr><td>c</td></tr></table>");
}

TEST(RuledTable, LShapedRegionsBecomeTheirHull) {
  TestPage page;
  page.grid({100, 200, 300, 400}, {100, 116, 132, 148});
  // The pieces between (0,0), (0,1) and (1,0) are missing.
  page.rules.clear();
  for (const double y : {100.0, 132.0, 148.0}) page.horizontal(y, 100, 400);
  page.horizontal(116, 200, 400);
  for (const double x : {100.0, 300.0, 400.0}) page.vertical(x, 100, 148);
  page.vertical(200, 116, 148);
  page.left(104, 112, "big").left(304, 112, "x").left(304, 128, "y");
  page.row(144, {104, 204, 304}, {"p", "q", "r"});
  EXPECT_EQ(page.html(),
            "<table><tr><td rowspan=\"2\" colspan=\"2\">big</td><td>x</td></tr><tr><td>y</td></tr>"
            "<tr><td>p</td><td>q</td><td>r</td></tr></table>");
}

TEST(RuledTable, OuterVerticalsMayBeMissing) {
  TestPage page = two_by_two();
  for (const double y : kYs) page.horizontal(y, 100, 300);
  page.vertical(200, 100, 132);
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
}

TEST(RuledTable, DoubleRulesAreOne) {
  TestPage page = two_by_two();
  page.grid(kXs, kYs).grid({102, 202, 302}, {102, 118, 134});
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
}

TEST(RuledTable, WideDoubleRulesAreOne) {
  TestPage page = two_by_two();
  page.grid(kXs, kYs).horizontal(137, 100, 300).vertical(100, 132, 137).vertical(300, 132, 137);
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
}

TEST(RuledTable, DashedRules) {
  TestPage page = two_by_two();
  for (const double y : kYs) {
    for (double x = 100; x < 299; x += 5) page.horizontal(y, x, x + 3);
  }
  for (const double x : kXs) {
    for (double y = 100; y < 131; y += 4) page.vertical(x, y, y + 2);
  }
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
}

TEST(RuledTable, DottedVerticalsDoNotKnowTheirDirection) {
  TestPage page = two_by_two();
  for (const double y : kYs) page.horizontal(y, 100, 300);
  for (const double x : kXs) {
    for (double y = 100; y < 132; y += 2)
      page.rules.push_back({{x - 0.5, y, x + 0.5, y + 1}, true});
  }
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
}

TEST(RuledTable, ThickRules) {
  TestPage page = two_by_two();
  page.grid(kXs, kYs).horizontal(100, 100, 300, 4).horizontal(132, 100, 300, 3);
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
}

TEST(RuledTable, EndsThatNearlyMeet) {
  TestPage page = two_by_two();
  for (const double y : kYs) page.horizontal(y, 102, 298);
  for (const double x : kXs) page.vertical(x, 102, 130);
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31"));
}

TEST(RuledTable, ChineseCellsJoinWithoutSpace) {
  TestPage page;
  page.grid({100, 160, 300}, {100, 128, 144});
  page.left(104, 112, "主要经济").left(104, 124, "指标").left(164, 112, "2023年");
  page.row(140, {104, 164}, {"总收入", "5,310"});
  EXPECT_EQ(page.html(),
            "<table><tr><td>主要经济指标</td><td>2023年</td></tr>"
            "<tr><td>总收入</td><td>5,310</td></tr></table>");
}

TEST(RuledTable, WrappedCellsStayTogether) {
  TestPage page;
  page.grid({100, 190, 280}, {100, 116, 144});
  page.row(112, {104, 194}, {"Item", "Remark"});
  page.row(128, {104, 194}, {"a long descrip-", "another remark"});
  page.row(140, {104, 194}, {"tion of it", "goes over lines"});
  EXPECT_EQ(page.html(), plain_html("Item,Remark;a long description of it,"
                                    "another remark goes over lines"));
}

TEST(RuledTable, RowsWithoutRulesBetweenThem) {
  TestPage page;
  page.grid(kXs, {100, 116, 156}).row(112, kText, {"Name", "Age"});
  page.row(128, kText, {"Ann", "31"}).row(140, kText, {"Bob", "45"}).row(152, kText, {"Cy", "7"});
  EXPECT_EQ(page.html(), plain_html("Name,Age;Ann,31;Bob,45;Cy,7"));
}

TEST(RuledTable, LabelInTheMiddleOfUnruledRows) {
  TestPage page;
  page.grid({100, 200, 300, 400}, {100, 116, 144});
  const std::vector<double> text = {104, 204, 304};
  page.row(112, text, {"Group", "Name", "Age"});
  page.left(104, 134, "Team");
  page.row(128, text, {"", "Ann", "31"}).row(140, text, {"", "Bob", "45"});
  EXPECT_EQ(page.html(),
            "<table><tr><td>Group</td><td>Name</td><td>Age</td></tr>"
            "<tr><td rowspan=\"2\">Team</td><td>Ann</td><td>31</td></tr>"
            "<tr><td>Bob</td><td>45</td></tr></table>");
}

TEST(RuledTable, ColumnsWithoutRulesBetweenThem) {
  TestPage page;
  for (const double y : {100.0, 116.0, 164.0}) page.horizontal(y, 100, 400);
  page.vertical(100, 100, 164).vertical(200, 100, 164).vertical(400, 100, 164);
  const std::vector<double> text = {104, 204, 264, 324};
  page.row(112, text, {"Model", "P", "R", "F"}).row(128, text, {"one", "0.1", "0.2", "0.3"});
  page.row(140, text, {"two", "0.4", "0.5", "0.6"}).row(152, text, {"three", "0.7", "0.8", "0.9"});
  EXPECT_EQ(page.html(),
            plain_html("Model,P,R,F;one,0.1,0.2,0.3;two,0.4,0.5,0.6;three,0.7,0.8,0.9"));
}

TEST(RuledTable, Superscripts) {
  TestPage page;
  page.grid(kXs, kYs).row(112, kText, {"Area (km ^2 )", "x _i"}).row(128, kText, {"5", "<6"});
  EXPECT_EQ(page.html(),
            "<table><tr><td>Area (km<sup>2</sup> )</td><td>x<sub>i</sub></td></tr>"
            "<tr><td>5</td><td>&lt;6</td></tr></table>");
}

TEST(RuledTable, EmptyCellsStay) {
  TestPage page;
  page.grid(kXs, {100, 116, 132, 148}).row(112, kText, {"Name", "Age"}).row(144, kText, {"", "31"});
  EXPECT_EQ(page.html(), plain_html("Name,Age;,;,31"));
}

TEST(RuledTable, ItemsOfACellAreParted) {
  TestPage page;
  page.grid(kXs, {100, 116, 144}).row(112, kText, {"Name", "Tasks"});
  page.row(128, kText, {"Ann", "• read"}).row(140, kText, {"", "• write"});
  EXPECT_EQ(page.html(), plain_html("Name,Tasks;Ann,• read<br>• write"));
}

TEST(RuledTable, ABoxAroundTextIsNone) {
  TestPage page;
  page.grid({100, 300}, {100, 160}).left(104, 112, "Some running text").left(104, 124, "in a box");
  EXPECT_EQ(page.html(), "");
  EXPECT_EQ(page.rest(), "Some running text|in a box|");
}

TEST(RuledTable, FormBoxesAndUnderlinesAreNone) {
  TestPage page;
  page.left(100, 112, "Name:").grid({140, 300}, {100, 116}).left(100, 140, "under lined");
  page.horizontal(142, 100, 125);
  EXPECT_EQ(page.html(), "");
}

TEST(RuledTable, APlotIsNone) {
  TestPage page;
  std::vector<double> lines;
  for (double v = 100; v <= 300; v += 40) lines.push_back(v);
  page.grid(lines, lines).left(105, 115, "series").left(225, 275, "other");
  for (int i = 0; i < 6; ++i) {
    page.graphics.push_back({media::NativeGraphic::Kind::kDrawing, {110, 110, 280.0 + i, 283}});
  }
  EXPECT_EQ(page.html(), "");
}

TEST(RuledTable, APageFrameIsNone) {
  TestPage page;
  page.grid({20, 580}, {20, 60, 800}).left(30, 45, "Report");
  for (int i = 0; i < 40; ++i) {
    page.left(40, 100 + 12 * i, "lines of running text that fill the page from side to side");
  }
  EXPECT_EQ(page.html(), "");
  EXPECT_EQ(page.segments.size(), 41u);
}

TEST(RuledTable, ManyRules) {
  TestPage page = two_by_two();
  page.grid(kXs, kYs);
  for (int i = 0; i < 3000; ++i) {
    page.horizontal(200 + 5.0 * i, 20.0 + i % 7, 500).vertical(20 + 5.0 * i, 200, 900.0 + i % 5);
  }
  EXPECT_EQ(page.html(), "");  // over the cap: a map, not a table
  EXPECT_EQ(page.segments.size(), 4u);
}

}  // namespace
}  // namespace mineru::doc::flash
