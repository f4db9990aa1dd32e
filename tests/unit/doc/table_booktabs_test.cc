#include <gtest/gtest.h>

#include "unit/doc/table_page.h"

namespace mineru::doc::flash {
namespace {

const std::vector<double> kText = {100, 180, 240};

// Rules at 100, 116 and below the last row.
TestPage booktabs(const std::vector<std::vector<std::string>>& rows,
                  const std::vector<double>& xs = kText) {
  TestPage page;
  double y = 112;
  page.horizontal(100, 98, 300, 0.8).horizontal(116, 98, 300, 0.5);
  for (const auto& row : rows) {
    page.row(y, xs, row);
    y += y == 112 ? 16 : 12;
  }
  page.horizontal(y - 6, 98, 300, 0.8);
  return page;
}

TEST(BooktabsTable, HeaderAndRows) {
  TestPage page =
      booktabs({{"Model", "dev", "test"}, {"BERT base", "80.1", "79.2"}, {"T5", "82.4", "81.9"}});
  EXPECT_EQ(page.html(), plain_html("Model,dev,test;BERT base,80.1,79.2;T5,82.4,81.9"));
  EXPECT_TRUE(page.segments.empty());
}

TEST(BooktabsTable, CaptionAndNotesStay) {
  TestPage page = booktabs({{"Model", "dev", "test"}, {"A", "80.1", "79.2"}, {"B", "1.0", "2.0"}});
  page.left(98, 92, "Table 3: Results on both sets")
      .left(98, 162, "Values are means of five runs.");
  EXPECT_EQ(page.html(), plain_html("Model,dev,test;A,80.1,79.2;B,1.0,2.0"));
  EXPECT_EQ(page.rest(), "Table 3: Results on both sets|Values are means of five runs.|");
}

TEST(BooktabsTable, RightAlignedNumbers) {
  TestPage page;
  page.horizontal(100, 98, 300).horizontal(116, 98, 300).horizontal(160, 98, 300);
  page.left(100, 112, "City").right(300, 112, "Inhabitants");
  page.left(100, 128, "Rome").right(300, 128, "2,800,000");
  page.left(100, 140, "Bray")
      .right(300, 140, "7")
      .left(100, 152, "Oslo")
      .right(300, 152, "709,037");
  EXPECT_EQ(page.html(),
            "<table><tr><td>City</td><td>Inhabitants</td></tr>"
            "<tr><td>Rome</td><td>2,800,000</td></tr><tr><td>Bray</td><td>7</td></tr>"
            "<tr><td>Oslo</td><td>709,037</td></tr></table>");
}

TEST(BooktabsTable, EmptyCells) {
  TestPage page = booktabs({{"", "dev", "test"}, {"A", "80.1", ""}, {"B", "", "2.0"}});
  EXPECT_EQ(page.html(), plain_html(",dev,test;A,80.1,;B,,2.0"));
}

TEST(BooktabsTable, ShorterRulesSpanHeadings) {
  TestPage page;
  const std::vector<double> xs = {100, 180, 210, 250, 280};
  page.horizontal(100, 98, 310).horizontal(132, 98, 310).horizontal(164, 98, 310);
  page.left(100, 112, "Model").centre(200, 112, "SQA").centre(270, 112, "WTQ");
  page.horizontal(116, 178, 226).horizontal(116, 248, 300);
  page.row(128, xs, {"", "dev", "test", "dev", "test"});
  page.row(144, xs, {"A", "1.0", "2.0", "3.0", "4.0"})
      .row(156, xs, {"B", "5.0", "6.0", "7.0", "8.0"});
  EXPECT_EQ(page.html(),
            "<table><tr><td rowspan=\"2\">Model</td><td colspan=\"2\">SQA</td>"
            "<td colspan=\"2\">WTQ</td></tr>"
            "<tr><td>dev</td><td>test</td><td>dev</td><td>test</td></tr>"
            "<tr><td>A</td><td>1.0</td><td>2.0</td><td>3.0</td><td>4.0</td></tr>"
            "<tr><td>B</td><td>5.0</td><td>6.0</td><td>7.0</td><td>8.0</td></tr></table>");
}

TEST(BooktabsTable, CentredHeadingSpansWithoutARule) {
  TestPage page;
  const std::vector<double> xs = {100, 180, 220, 260};
  page.horizontal(100, 98, 310).horizontal(128, 98, 310).horizontal(164, 98, 310);
  page.centre(227, 112, "Before Perturbation").row(124, xs, {"Model", "P", "R", "F"});
  page.row(140, xs, {"A", "1.00", "2.00", "3.00"}).row(152, xs, {"B", "5.00", "6.00", "7.00"});
  EXPECT_EQ(page.html(),
            "<table><tr><td rowspan=\"2\">Model</td><td colspan=\"3\">Before Perturbation</td></tr>"
            "<tr><td>P</td><td>R</td><td>F</td></tr>"
            "<tr><td>A</td><td>1.00</td><td>2.00</td><td>3.00</td></tr>"
            "<tr><td>B</td><td>5.00</td><td>6.00</td><td>7.00</td></tr></table>");
}

TEST(BooktabsTable, HeadingsOverSeveralLines) {
  TestPage page;
  page.horizontal(100, 98, 300).horizontal(128, 98, 300).horizontal(160, 98, 300);
  page.row(112, kText, {"Site", "Mean", "Area"}).row(124, kText, {"", "rainfall", "(ha)"});
  page.row(140, kText, {"A", "80.1", "3"}).row(152, kText, {"B", "12.0", "4"});
  EXPECT_EQ(page.html(), plain_html("Site,Mean rainfall,Area (ha);A,80.1,3;B,12.0,4"));
}

TEST(BooktabsTable, HeadingWithinTheBodySpansAll) {
  TestPage page;
  page.horizontal(100, 98, 300).horizontal(116, 98, 300).horizontal(176, 98, 300);
  page.row(112, kText, {"Model", "dev", "test"})
      .left(100, 128, "Trained without any labelled data");
  page.row(140, kText, {"A", "80.1", "79.2"}).row(152, kText, {"B", "80.1", "79.2"});
  page.row(164, kText, {"C", "80.1", "79.2"});
  EXPECT_EQ(page.html(),
            "<table><tr><td>Model</td><td>dev</td><td>test</td></tr>"
            "<tr><td colspan=\"3\">Trained without any labelled data</td></tr>"
            "<tr><td>A</td><td>80.1</td><td>79.2</td></tr><tr><td>B</td><td>80.1</td><td>79.2</td>"
            "</tr><tr><td>C</td><td>80.1</td><td>79.2</td></tr></table>");
}

TEST(BooktabsTable, WrappedTextJoinsTheRowAbove) {
  TestPage page;
  const std::vector<double> xs = {100, 180};
  page.horizontal(100, 98, 300).horizontal(116, 98, 300).horizontal(172, 98, 300);
  page.row(112, xs, {"Term", "Meaning"}).row(128, xs, {"Recall", "part of the items"});
  page.row(140, xs, {"", "found by it"}).row(152, xs, {"Fallout", "wrong ones"});
  page.row(164, xs, {"Gain", "what it is worth"});
  EXPECT_EQ(page.html(), plain_html("Term,Meaning;Recall,part of the items found by it;"
                                    "Fallout,wrong ones;Gain,what it is worth"));
}

TEST(BooktabsTable, ValuesUnderAnEmptyLabelAreARowOfTheirOwn) {
  TestPage page = booktabs(
      {{"Model", "dev", "test"}, {"A", "80.1", "79.2"}, {"", "0.3", "0.4"}, {"B", "81.0", "78.0"}});
  EXPECT_EQ(page.html(), plain_html("Model,dev,test;A,80.1,79.2;,0.3,0.4;B,81.0,78.0"));
}

TEST(BooktabsTable, LabelBetweenTwoRowsSpansThem) {
  TestPage page;
  page.horizontal(100, 98, 300).horizontal(116, 98, 300).horizontal(172, 98, 300);
  page.row(112, kText, {"Set", "Model", "F"});
  page.left(100, 134, "SQA").left(100, 158, "WTQ");
  page.row(128, kText, {"", "A", "1.0"}).row(140, kText, {"", "B", "2.0"});
  page.row(152, kText, {"", "A", "3.0"}).row(164, kText, {"", "B", "4.0"});
  EXPECT_EQ(
      page.html(),
      "<table><tr><td>Set</td><td>Model</td><td>F</td></tr>"
      "<tr><td rowspan=\"2\">SQA</td><td>A</td><td>1.0</td></tr><tr><td>B</td><td>2.0</td></tr>"
      "<tr><td rowspan=\"2\">WTQ</td><td>A</td><td>3.0</td></tr><tr><td>B</td><td>4.0</td></tr>"
      "</table>");
}

TEST(BooktabsTable, LabelsInTheMiddleOfThree) {
  TestPage page;
  page.horizontal(100, 98, 300).horizontal(116, 98, 300).horizontal(196, 98, 300);
  page.row(112, kText, {"Set", "Model", "F"});
  const std::vector<std::string> labels = {"", "SQA", "", "", "WTQ", ""};
  for (size_t i = 0; i < labels.size(); ++i) {
    page.row(128 + 12.0 * static_cast<double>(i), kText, {labels[i], "M", "1.0"});
  }
  const std::string row = "<td>M</td><td>1.0</td></tr>";
  EXPECT_EQ(page.html(),
            "<table><tr><td>Set</td><td>Model</td><td>F</td></tr>"
            "<tr><td rowspan=\"3\">SQA</td>" +
                row + "<tr>" + row + "<tr>" + row + "<tr><td rowspan=\"3\">WTQ</td>" + row +
                "<tr>" + row + "<tr>" + row + "</table>");
}

TEST(BooktabsTable, CellBesideShorterRules) {
  TestPage page;
  page.horizontal(100, 98, 300).horizontal(116, 98, 300).horizontal(132, 178, 300);
  page.horizontal(148, 98, 300).row(112, kText, {"Set", "Model", "F"});
  page.row(128, kText, {"SQA", "A", "1.0"}).row(144, kText, {"", "B", "2.0"});
  page.row(160, kText, {"WTQ", "A", "3.0"}).horizontal(166, 98, 300);
  EXPECT_EQ(
      page.html(),
      "<table><tr><td>Set</td><td>Model</td><td>F</td></tr>"
      "<tr><td rowspan=\"2\">SQA</td><td>A</td><td>1.0</td></tr><tr><td>B</td><td>2.0</td></tr>"
      "<tr><td>WTQ</td><td>A</td><td>3.0</td></tr></table>");
}

TEST(BooktabsTable, UnderlinedValuesAreNoRules) {
  TestPage page = booktabs({{"Model", "dev", "test"}, {"A", "80.1", "79.2"}, {"B", "1.0", "2.0"}});
  page.horizontal(129.5, 180, 200);
  EXPECT_EQ(page.html(), plain_html("Model,dev,test;A,80.1,79.2;B,1.0,2.0"));
}

TEST(BooktabsTable, TwoTablesInOneColumn) {
  TestPage page = booktabs({{"Model", "dev", "test"}, {"A", "80.1", "79.2"}, {"B", "1.0", "2.0"}});
  TestPage other = booktabs({{"Site", "m", "n"}, {"X", "1", "2"}, {"Y", "3", "4"}});
  for (Segment& segment : other.segments) {
    for (Word& word : segment.words) {
      word.box.y0 += 100;
      word.box.y1 += 100;
      word.baseline += 100;
    }
    update_extent(segment);
    page.segments.push_back(segment);
  }
  for (media::NativeRule rule : other.rules) {
    rule.box.y0 += 100;
    rule.box.y1 += 100;
    page.rules.push_back(rule);
  }
  page.left(98, 190, "Table 4: Something else");
  EXPECT_EQ(page.html(), plain_html("Model,dev,test;A,80.1,79.2;B,1.0,2.0") +
                             plain_html("Site,m,n;X,1,2;Y,3,4"));
  EXPECT_EQ(page.rest(), "Table 4: Something else|");
}

TEST(BooktabsTable, HeadingAboveTheFirstRuleAndSumsBelowTheLast) {
  TestPage page;
  const std::vector<double> xs = {100, 240, 300};
  page.row(112, xs, {"Description", "Quantity", "Amount"}).horizontal(118, 98, 340);
  page.row(130, xs, {"Oak table", "1", "250.00"}).horizontal(136, 98, 340);
  page.row(148, xs, {"", "Total", "250.00"});
  EXPECT_EQ(page.html(),
            plain_html("Description,Quantity,Amount;Oak table,1,250.00;,Total,250.00"));
}

TEST(BooktabsTable, ThreeHundredRows) {
  TestPage page;
  page.size = 2;
  std::string expected = "Id,Value";
  page.horizontal(98, 98, 202).horizontal(101.2, 98, 202).horizontal(1007, 98, 202);
  page.row(100.5, {100, 150}, {"Id", "Value"});
  for (int i = 0; i < 300; ++i) {
    page.row(104 + 3 * i, {100, 150}, {"r" + std::to_string(i), std::to_string(i * 7)});
    expected += ";r" + std::to_string(i) + "," + std::to_string(i * 7);
  }
  EXPECT_EQ(page.html(), plain_html(expected));
}

TEST(BooktabsTable, RulesAroundAnAbstractAreNone) {
  TestPage page;
  page.horizontal(100, 98, 400).horizontal(180, 98, 400);
  for (int i = 0; i < 5; ++i) {
    page.left(100, 114 + 12 * i, "running text of an abstract that fills the whole line more less");
  }
  EXPECT_EQ(page.html(), "");
}

TEST(BooktabsTable, PageRulesAroundTwoColumnsAreNone) {
  TestPage page;
  page.horizontal(40, 50, 550).horizontal(700, 50, 550);
  for (int i = 0; i < 50; ++i) {
    page.left(50, 56 + 12 * i, "text of the left column that fills its line wholly");
    page.left(310, 56 + 12 * i, "text of the right column which fills its lines too");
  }
  EXPECT_EQ(page.html(), "");
  EXPECT_EQ(page.segments.size(), 100u);
}

TEST(BooktabsTable, AnAlgorithmIsNone) {
  TestPage page;
  page.horizontal(100, 98, 300).horizontal(116, 98, 300).horizontal(160, 98, 300);
  page.left(100, 112, "Algorithm 1 Greedy search").row(128, {100, 120}, {"1:", "set x to 0"});
  page.row(140, {100, 120}, {"2:", "while true do"}).row(152, {100, 120}, {"3:", "return x"});
  EXPECT_EQ(page.html(), "");
}

TEST(BooktabsTable, PicturesBetweenRulesAreNone) {
  TestPage page = booktabs({{"a", "b", "c"}, {"1", "2", "3"}, {"4", "5", "6"}});
  page.graphics.push_back({media::NativeGraphic::Kind::kImage, {110, 100, 290, 150}});
  EXPECT_EQ(page.html(), "");
}

TEST(BooktabsTable, AFootnoteRuleIsNone) {
  TestPage page;
  page.horizontal(700, 72, 150).left(72, 712, "^1 A note.").left(72, 724, "^2 Another note.");
  EXPECT_EQ(page.html(), "");
}

}  // namespace
}  // namespace mineru::doc::flash
