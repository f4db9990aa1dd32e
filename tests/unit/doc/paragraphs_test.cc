#include "doc/flash/paragraphs.h"

#include <gtest/gtest.h>

#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {
namespace {

constexpr double kLeft = 50;
constexpr double kRight = 250;

std::vector<Paragraph> paragraphs(const Typesetter& column,
                                  TextContext context = {.body_face = 1}) {
  return paragraphs_of(rows_of(column.lines(), column.column()), column.column(), context);
}

std::vector<std::string> texts(const std::vector<Paragraph>& paragraphs) {
  std::vector<std::string> out;
  for (const Paragraph& p : paragraphs) out.push_back(p.text());
  return out;
}

using Texts = std::vector<std::string>;

class Paragraphs : public testing::Test {
 protected:
  static std::vector<Paragraph> paragraphs_in(const std::vector<Segment>& lines) {
    Box column;
    for (const Segment& line : lines) column = unite(column, line.box);
    column.x0 = kLeft;
    column.x1 = kRight;
    TextContext context{.body_face = 1};
    return paragraphs_of(rows_of(lines, column), column, context);
  }
  // The lines of a paragraph that fill the column: its last one says nothing about the next.
  std::vector<Segment> full_lines(const std::string& text) {
    Typesetter setter(kLeft, kRight, column.baseline());
    setter.face = column.face;
    setter.first_indent = column.first_indent;
    setter.hang = column.hang;
    setter.paragraph(text);
    std::vector<Segment> lines = setter.lines();
    lines.pop_back();
    column.skip(column.leading * static_cast<double>(lines.size()));
    return lines;
  }
  static void append(std::vector<Segment>& to, const std::vector<Segment>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  Typesetter column{kLeft, kRight, 100};
  const std::string a = prose(31);
  const std::string b = prose(26, 1);
  const std::string c = prose(37, 2);
};

TEST_F(Paragraphs, FirstLinesSetIn) {
  column.first_indent = 12;
  column.paragraph(a).paragraph(b).paragraph(c);
  EXPECT_EQ(texts(paragraphs(column)), (Texts{a, b, c}));
}

TEST_F(Paragraphs, FirstLinesSetInAfterAFlushOne) {
  column.paragraph(a);
  column.first_indent = 12;
  column.paragraph(b).paragraph(c);
  const auto found = paragraphs(column);
  EXPECT_EQ(texts(found), (Texts{a, b, c}));
  EXPECT_FALSE(found[0].starts_indented);
  EXPECT_TRUE(found[1].starts_indented);
  EXPECT_NEAR(found[1].indent, 12, 0.01);
}

TEST_F(Paragraphs, SpaceBetweenNoIndent) {
  column.paragraph(a).skip(6).paragraph(b).skip(6).paragraph(c);
  EXPECT_EQ(texts(paragraphs(column)), (Texts{a, b, c}));
}

// Neither space nor indent: only the short last lines tell.
TEST_F(Paragraphs, ShortLastLines) {
  column.paragraph(a).paragraph(b).paragraph(c);
  EXPECT_EQ(texts(paragraphs(column)), (Texts{a, b, c}));
}

TEST_F(Paragraphs, SpaceAloneBreaks) {
  std::vector<Segment> lines = full_lines(a);
  const size_t first = lines.size();
  column.skip(6);
  append(lines, full_lines(c));
  const auto found = paragraphs_in(lines);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].rows.size(), first);
}

TEST_F(Paragraphs, AnotherSizeAloneBreaks) {
  std::vector<Segment> lines = full_lines(a);
  column.face.size = 8;
  append(lines, full_lines(c));
  EXPECT_EQ(paragraphs_in(lines).size(), 2u);
}

TEST_F(Paragraphs, FullLinesWithoutABreakAreOne) {
  std::vector<Segment> lines = full_lines(a);
  append(lines, full_lines(c));
  EXPECT_EQ(paragraphs_in(lines).size(), 1u);
}

TEST_F(Paragraphs, BoldLineThatFillsTheColumnRunsIn) {
  std::vector<Segment> lines = full_lines(a);
  for (Word& word : lines.front().words) word.bold = true;
  EXPECT_EQ(paragraphs_in(lines).size(), 1u);
}

TEST_F(Paragraphs, NestedItemAfterAFullLine) {
  column.hang = 8;
  std::vector<Segment> lines = full_lines("• " + a);
  column.first_indent = 12;
  column.hang = 20;
  append(lines, full_lines("• " + c));
  EXPECT_EQ(paragraphs_in(lines).size(), 2u);
}

TEST_F(Paragraphs, FormulaRightBelowAFullLine) {
  std::vector<Segment> lines = full_lines(a);
  lines.push_back(line_at(110, column.baseline(), "$a = $b + $c"));
  column.skip(12);
  append(lines, full_lines(c));
  const auto found = paragraphs_in(lines);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].role, Role::kEquation);
}

TEST_F(Paragraphs, ContentsThatFillTheColumn) {
  const std::vector<Segment> lines = {
      justified(line_at(kLeft, 100, "Methods ........... 3"), kRight),
      justified(line_at(kLeft, 112, "Results ........... 5"), kRight)};
  EXPECT_EQ(paragraphs_in(lines).size(), 2u);
}

// The second line is a little shorter, so that it begins further right: no indent.
TEST_F(Paragraphs, CentredLinesOfBodySizeAreOne) {
  const std::vector<Segment> lines = {
      justified(line_at(70, 100, "the uneven season and a narrow"), 230),
      justified(line_at(78, 112, "channel measured in several"), 222),
      justified(line_at(70, 124, "stations of the upper valley"), 230)};
  EXPECT_EQ(paragraphs_in(lines).size(), 1u);
}

TEST_F(Paragraphs, WideLeadingIsNoBreak) {
  column.leading = 20;
  column.paragraph(a);
  EXPECT_EQ(texts(paragraphs(column)), Texts{a});
}

TEST_F(Paragraphs, RaggedRightStaysWhole) {
  column.align = Typesetter::Align::kRagged;
  column.paragraph(a).skip(6).paragraph(b);
  EXPECT_EQ(texts(paragraphs(column)), (Texts{a, b}));
}

TEST_F(Paragraphs, HangingReferences) {
  column.hang = 12;
  column.paragraph("Abara, H. 2011. " + a).paragraph("Sato, S. 1991. " + b).paragraph("Vale. " + c);
  EXPECT_EQ(texts(paragraphs(column)),
            (Texts{"Abara, H. 2011. " + a, "Sato, S. 1991. " + b, "Vale. " + c}));
}

// A column that begins in the middle of a reference.
TEST_F(Paragraphs, HangingFromTheColumnBefore) {
  column.hang = column.first_indent = 12;
  column.paragraph(prose(20, 3));
  column.first_indent = 0;
  column.paragraph("Sato, S. 1991. " + b).paragraph("Vale. " + c);
  const auto found = paragraphs(column);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].hangs_over);
  EXPECT_FALSE(found[1].hangs_over);
}

TEST_F(Paragraphs, CentredLinesAreOne) {
  column.align = Typesetter::Align::kCentred;
  column.face = {.size = 16};
  column.leading = 18;
  const std::string title = "The response of a small catchment to an uneven season";
  column.paragraph(title);
  const auto found = paragraphs(column);
  EXPECT_EQ(texts(found), Texts{title});
  EXPECT_EQ(found[0].role, Role::kTitle);
}

TEST_F(Paragraphs, BoldRunInHeadingStaysInItsParagraph) {
  column.paragraph("Search. " + a);
  std::vector<Segment> lines = column.lines();
  lines.front().words.front().bold = true;
  TextContext context{.body_face = 1};
  const auto found = paragraphs_of(rows_of(lines, column.column()), column.column(), context);
  EXPECT_EQ(texts(found), Texts{"Search. " + a});
  EXPECT_EQ(found[0].role, Role::kText);
}

TEST_F(Paragraphs, HeadingOnALineOfItsOwn) {
  column.face.bold = true;
  column.paragraph("3.2 Decoding with care").face.bold = false;
  column.paragraph(a);
  const auto found = paragraphs(column);
  EXPECT_EQ(texts(found), (Texts{"3.2 Decoding with care", a}));
  EXPECT_EQ(found[0].role, Role::kTitle);
  EXPECT_EQ(found[1].role, Role::kText);
}

TEST_F(Paragraphs, HeadingOfTwoLines) {
  column.face = {.size = 14};
  column.leading = 16;
  const std::string title = "The narrow channel and the bridges above it";
  column.paragraph(title).skip(6).face = {};
  column.leading = 12;
  column.paragraph(a);
  EXPECT_EQ(texts(paragraphs(column)), (Texts{title, a}));
}

TEST_F(Paragraphs, SmallPrintIsApart) {
  column.paragraph(a).face.size = 8;
  column.paragraph(b);
  const auto found = paragraphs(column);
  EXPECT_EQ(texts(found), (Texts{a, b}));
  EXPECT_NEAR(found[0].size, 10, 0.1);
  EXPECT_NEAR(found[1].size, 8, 0.1);
}

const char* const kChinese =
    "监测终端应定期清理电缆接头的外观与当班的交接记录发现问题应在三十分钟内处理检修结束后运行班组"
    "可以根据现场情况调整电缆接头";

std::string joined_cjk(const Paragraph& p) {
  std::string out;
  for (const Row& row : p.rows) out += row.line.plain_text();
  return out;
}

TEST_F(Paragraphs, ChineseWithIndentOfTwo) {
  column.first_indent = 20;
  column.paragraph(kChinese).paragraph(kChinese);
  const auto found = paragraphs(column);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(joined_cjk(found[0]), kChinese);
  EXPECT_EQ(joined_cjk(found[1]), kChinese);
}

TEST_F(Paragraphs, ChineseWithoutIndent) {
  column.paragraph(kChinese);
  ASSERT_EQ(paragraphs(column).size(), 1u);
}

TEST_F(Paragraphs, ItemsKeepTheirLines) {
  column.hang = 8;
  column.paragraph("• " + a).paragraph("• " + b);
  const auto found = paragraphs(column);
  EXPECT_EQ(texts(found), (Texts{"• " + a, "• " + b}));
  EXPECT_EQ(found[0].role, Role::kListItem);
  EXPECT_EQ(found[1].role, Role::kListItem);
}

TEST_F(Paragraphs, NumberedItemsWithoutHang) {
  column.paragraph("(1) " + a).paragraph("(2) " + b).paragraph("(3) " + c);
  EXPECT_EQ(texts(paragraphs(column)), (Texts{"(1) " + a, "(2) " + b, "(3) " + c}));
}

TEST_F(Paragraphs, TextAfterTheLastItemLeavesTheList) {
  Typesetter items(kLeft + 12, kRight, 100);
  items.hang = 8;
  items.paragraph("• " + a).paragraph("• " + b);
  Typesetter after(kLeft, kRight, items.baseline());
  after.paragraph(c);
  std::vector<Segment> lines = items.lines();
  lines.insert(lines.end(), after.lines().begin(), after.lines().end());
  const Box whole{kLeft, 90, kRight, after.baseline()};
  TextContext context{.body_face = 1};
  const auto found = paragraphs_of(rows_of(lines, whole), whole, context);
  EXPECT_EQ(texts(found), (Texts{"• " + a, "• " + b, c}));
  EXPECT_EQ(found.back().role, Role::kText);
}

// As in tests/data/pages/07: the paragraph after the list has its first line set in as far as the
// text of the items.
TEST_F(Paragraphs, SetInTextAfterTheLastItemLeavesTheList) {
  Typesetter items(kLeft + 12, kRight, 100);
  items.hang = 8;
  items.paragraph("• 每班开始前应定期清理仪表的零点漂移").paragraph("• 设备停机后可以调整电缆");
  Typesetter after(kLeft, kRight, items.baseline());
  after.first_indent = 20;
  after.paragraph(kChinese);
  std::vector<Segment> lines = items.lines();
  lines.insert(lines.end(), after.lines().begin(), after.lines().end());
  const Box whole{kLeft, 90, kRight, after.baseline()};
  TextContext context{.body_face = 1};
  const auto found = paragraphs_of(rows_of(lines, whole), whole, context);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(joined_cjk(found[2]), kChinese);
}

TEST_F(Paragraphs, ProseWithADashAtALineStartIsNoItem) {
  column.paragraph("1998 was dry. " + a);
  EXPECT_EQ(texts(paragraphs(column)), Texts{"1998 was dry. " + a});
}

TEST_F(Paragraphs, KnowWhereTheyEnd) {
  column.paragraph(a);
  EXPECT_FALSE(paragraphs(column)[0].ends_full);
  std::vector<Segment> lines = column.lines();
  lines.pop_back();
  TextContext context{.body_face = 1};
  const auto cut = paragraphs_of(rows_of(lines, column.column()), column.column(), context);
  EXPECT_TRUE(cut[0].ends_full);
  EXPECT_FALSE(
      cut[0].starts_new);  // at the top of a column, not set in: it may go on from elsewhere
  EXPECT_TRUE(cut[0].first_in_column);
}

TEST_F(Paragraphs, ASetInFirstLineStartsAnew) {
  column.first_indent = 12;
  column.paragraph(a);
  EXPECT_TRUE(paragraphs(column)[0].starts_new);
}

TEST_F(Paragraphs, FormulaStandsAlone) {
  column.paragraph(a).skip(6);
  std::vector<Segment> lines = column.lines();
  lines.push_back(line_at(110, column.baseline(), "$a = $b + $c"));
  lines.push_back(line_at(235, column.baseline(), "(3)"));
  Typesetter after(kLeft, kRight, column.baseline() + 18);
  after.paragraph(b);
  lines.insert(lines.end(), after.lines().begin(), after.lines().end());
  const Box whole{kLeft, 90, kRight, after.baseline()};
  TextContext context{.body_face = 1};
  const auto found = paragraphs_of(rows_of(lines, whole), whole, context);
  EXPECT_EQ(texts(found), (Texts{a, "a = b + c (3)", b}));
  EXPECT_EQ(found[1].role, Role::kEquation);
}

TEST_F(Paragraphs, ContentsKeepTheirLines) {
  column.paragraph("1 One ........... 3").paragraph("2 Two ........... 5");
  const auto found = paragraphs(column);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].role, Role::kContentsLine);
}

TEST_F(Paragraphs, NothingOfNothing) { EXPECT_TRUE(paragraphs(column).empty()); }

}  // namespace
}  // namespace mineru::doc::flash
