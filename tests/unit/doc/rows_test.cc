#include "doc/flash/rows.h"

#include <gtest/gtest.h>

#include "unit/doc/case_file.h"
#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {
namespace {

const Box kColumn = {50, 0, 350, 800};

std::string marker_name(Marker marker) {
  switch (marker) {
    case Marker::kNone: return "none";
    case Marker::kBullet: return "bullet";
    case Marker::kNumber: return "number";
    case Marker::kParenthesis: return "parenthesis";
    case Marker::kBracket: return "bracket";
    case Marker::kLetter: return "letter";
  }
  return "?";
}

TEST(Rows, LeadingMarkers) {
  for (const Case& c : read_cases("layout/leading_marker.case")) {
    size_t length = 99;
    const Marker marker = leading_marker(c.input, length);
    std::string found = marker_name(marker);
    if (marker != Marker::kNone) found += " " + c.input.substr(0, length);
    EXPECT_EQ(found, c.expected) << c.place << ": " << c.input;
  }
}

TEST(Rows, EquationNumbers) {
  for (const char* yes : {"(1)", "(12)", "(2.1)", "(2.1a)", "(A.3)", "(4-2)"})
    EXPECT_TRUE(is_equation_number(yes)) << yes;
  for (const char* no :
       {"()", "1", "(a)", "(x1)", "(1", "1)", "(1,2)", "(2007) ", "[1]", "(12345678)"})
    EXPECT_FALSE(is_equation_number(no)) << no;
}

TEST(Rows, SegmentsOnOneBaselineStandSideBySide) {
  const auto rows = rows_of(
      {line_at(200, 100, "right"), line_at(50, 100.4, "left"), line_at(50, 112, "below")}, kColumn);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].line.text(), "left right");
  EXPECT_NEAR(rows[0].widest_gap, 130, 0.01);
  EXPECT_EQ(rows[1].line.text(), "below");
}

TEST(Rows, RowsComeByBaselineWhateverTheOrder) {
  const auto rows =
      rows_of({line_at(50, 136, "c"), line_at(50, 112, "a"), line_at(50, 124, "b")}, kColumn);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].line.text() + rows[1].line.text() + rows[2].line.text(), "abc");
}

TEST(Rows, OverlappingSegmentsAreRowsOfTheirOwn) {
  const auto rows = rows_of({line_at(50, 100, "one line"), line_at(52, 101, "another")}, kColumn);
  EXPECT_EQ(rows.size(), 2u);
}

TEST(Rows, CjkPiecesJoinWithoutSpace) {
  const auto rows = rows_of({line_at(50, 100, "河流"), line_at(72, 100, "测量")}, kColumn);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].line.text(), "河流测量");
}

TEST(Rows, ScriptsKeepTheirTags) {
  const auto rows = rows_of({line_at(50, 100, "a ^2 and b _i ^* end")}, kColumn);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].line.text(), "a<sup>2</sup> and b<sub>i</sub><sup>*</sup> end");
  EXPECT_EQ(rows[0].line.plain_text(), "a2 and bi* end");
  EXPECT_EQ(rows[0].line.num_chars(), 11);
  EXPECT_DOUBLE_EQ(rows[0].line.baseline, 100);
  EXPECT_DOUBLE_EQ(rows[0].line.size, 10);
}

TEST(Rows, StyleIsThatOfNearlyAllCharacters) {
  Segment mixed = line_at(50, 100, "Search. A negligible diagnosis", {.face = 2});
  mixed.words[0].bold = true;
  const auto rows = rows_of({line_at(50, 50, "All of it", {.bold = true, .face = 2}), mixed,
                             line_at(50, 150, "x = f(y)", {.monospace = true})},
                            kColumn);
  EXPECT_TRUE(rows[0].bold);
  EXPECT_EQ(rows[0].face, 2u);
  EXPECT_FALSE(rows[1].bold);
  EXPECT_TRUE(rows[2].monospace);
  EXPECT_FALSE(rows[2].formula);
}

TEST(Rows, TextBehindTheMarkerIsFound) {
  const auto rows = rows_of({line_at(50, 100, "• first"), line_at(50, 112, "no marker"),
                             line_at(50, 124, "[12] Sato, S.")},
                            kColumn);
  EXPECT_EQ(rows[0].marker, Marker::kBullet);
  EXPECT_NEAR(rows[0].text_x, 57.5, 0.01);
  EXPECT_EQ(rows[1].marker, Marker::kNone);
  EXPECT_NEAR(rows[1].text_x, 50, 0.01);
  EXPECT_NEAR(rows[2].text_x, 72.5, 0.01);
}

TEST(Rows, LeadersOfAContents) {
  const auto rows =
      rows_of({line_at(50, 100, "2 Methods ............ 12"),
               line_at(50, 112, "and so on ... and more"), line_at(50, 124, "第三章……………… 7")},
              kColumn);
  EXPECT_TRUE(rows[0].leader);
  EXPECT_FALSE(rows[1].leader);
  EXPECT_TRUE(rows[2].leader);
}

bool is_formula(const Segment& line) { return rows_of({line}, kColumn)[0].formula; }

TEST(Rows, DisplayFormulas) {
  EXPECT_TRUE(is_formula(line_at(120, 100, "$a = $b + $c")));
  EXPECT_TRUE(is_formula(line_at(120, 100, "$L = min $x ∑ $f")));
  const auto numbered = rows_of({line_at(120, 100, "$a = $b"), line_at(335, 100, "(3)")}, kColumn);
  ASSERT_EQ(numbered.size(), 1u);
  EXPECT_TRUE(numbered[0].formula);
}

TEST(Rows, ProseIsNoFormula) {
  EXPECT_FALSE(is_formula(line_at(50, 100, "$a = $b + $c")));  // not set in
  EXPECT_FALSE(is_formula(line_at(120, 100, "where the value $a = $b holds for all")));
  EXPECT_FALSE(is_formula(line_at(120, 100, "$a = measured")));
  EXPECT_FALSE(is_formula(line_at(120, 100, "a centred line of words")));
  EXPECT_FALSE(is_formula(line_at(120, 100, "• $a = $b")));
  EXPECT_FALSE(is_formula(line_at(120, 100, "价格 = 三十元")));
  EXPECT_FALSE(is_formula(line_at(120, 100, "x")));
}

TEST(Rows, LimitsBelongToTheirFormula) {
  const auto rows =
      rows_of({line_at(120, 100, "$S = ∑ $x"), line_at(150, 108, "$k , $n", {.size = 7}),
               line_at(50, 140, "Some text")},
              kColumn);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_TRUE(rows[0].formula);
  EXPECT_TRUE(rows[1].formula);
  EXPECT_FALSE(rows[2].formula);
}

}  // namespace
}  // namespace mineru::doc::flash
