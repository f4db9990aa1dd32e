#include "doc/flash/line_builder.h"

#include <gtest/gtest.h>

#include "doc/flash/glyph.h"
#include "unit/doc/native_text.h"

namespace mineru::doc::flash {
namespace {

// Segments as text, joined by '|'.
std::string built(const NativeText& text, Layer layer = Layer::kVisible, int rotate = 0) {
  std::string out;
  for (const Segment& s : build_segments(text.page, {text.page.size, rotate}, layer))
    out += (out.empty() ? "" : "|") + s.text();
  return out;
}

TEST(LineBuilder, NothingOfNothing) { EXPECT_EQ(built(NativeText()), ""); }

TEST(LineBuilder, WordsAndSpaces) {
  EXPECT_EQ(built(NativeText().line(50, 100, "The quiet river")), "The quiet river");
}

TEST(LineBuilder, GapsAreSpacesToo) {
  NativeText text;
  text.spaces = false;
  EXPECT_EQ(built(text.line(50, 100, "The quiet river")), "The quiet river");
}

TEST(LineBuilder, WideGapParts) {
  EXPECT_EQ(built(NativeText().line(50, 100, "left").line(200, 100, "right")), "left|right");
}

TEST(LineBuilder, LinesPart) {
  EXPECT_EQ(built(NativeText().line(50, 100, "one").line(50, 112, "two")), "one|two");
}

TEST(LineBuilder, BoxBaselineAndSize) {
  const NativeText text = NativeText().line(50, 100, "river");
  const auto segments = build_segments(text.page, {text.page.size, 0}, Layer::kVisible);
  ASSERT_EQ(segments.size(), 1u);
  EXPECT_DOUBLE_EQ(segments[0].baseline, 100);
  EXPECT_DOUBLE_EQ(segments[0].size, 10);
  EXPECT_NEAR(segments[0].box.x0, 50, 0.01);
  EXPECT_NEAR(segments[0].box.x1, 75, 0.01);
  EXPECT_LT(segments[0].box.y0, 95);
  EXPECT_GT(segments[0].box.y1, 100);
}

TEST(LineBuilder, PaintedOutOfOrder) {
  EXPECT_EQ(built(NativeText().line(77.5, 100, "two").line(60, 100, "one")), "one two");
}

TEST(LineBuilder, CjkHasNoSpaces) {
  NativeText text;
  text.tracking = 1.5;
  EXPECT_EQ(built(text.line(50, 100, "监测终端")), "监测终端");
  EXPECT_EQ(built(NativeText().line(50, 100, "监 测")), "监测");
}

TEST(LineBuilder, SuperAndSubscripts) {
  NativeText text = NativeText().line(50, 100, "xx");
  text.size = 7;
  text.line(60, 96.5, "2").line(63.5, 102, "i");
  text.size = 10;
  EXPECT_EQ(built(text.line(68, 100, " yy")), "xx<sup>2</sup><sub>i</sub> yy");
}

// PDFium gives all letters of a ligature the same box.
TEST(LineBuilder, LettersOfALigatureStay) {
  NativeText text = NativeText().line(50, 100, "o");
  text.add('f', 55, 100, 8).add('f', 55, 100, 8).add('i', 55, 100, 8);
  EXPECT_EQ(built(text.line(63, 100, "ce")), "office");
}

TEST(LineBuilder, LigatureCharacterBecomesLetters) {
  EXPECT_EQ(built(NativeText().line(50, 100, "e\uFB03cient")), "efficient");
}

TEST(LineBuilder, AccentsOfTexFindTheirLetters) {
  NativeText before = NativeText().line(50, 100, "caf");
  before.add(0xB4, 65.5, 100, 4).add('e', 65, 100, 5);
  EXPECT_EQ(built(before), "café");
  NativeText after = NativeText().line(50, 100, "u");
  after.add(0xA8, 50.5, 100, 4);
  EXPECT_EQ(built(after.line(55, 100, "ber")), "über");
}

TEST(LineBuilder, AccentThatStandsAloneStays) {
  EXPECT_EQ(built(NativeText().line(50, 100, "a ` b")), "a ` b");
}

TEST(LineBuilder, ShadowBoldIsReadOnce) {
  NativeText text;
  for (size_t i = 0; i < 5; ++i) {
    const double x = 50 + 5.0 * static_cast<double>(i);
    text.add(static_cast<char32_t>("River"[i]), x, 100, 5);
    text.add(static_cast<char32_t>("River"[i]), x + 0.3, 100, 5);
  }
  EXPECT_EQ(built(text), "River");
}

TEST(LineBuilder, DoubleLettersAreNoShadow) {
  EXPECT_EQ(built(NativeText().line(50, 100, "committee")), "committee");
  NativeText narrow;
  narrow.size = 12;
  EXPECT_EQ(built(narrow.add('l', 50, 100, 2.7).add('l', 52.7, 100, 2.7)), "ll");
}

TEST(LineBuilder, HyphenAtTheEndOfALine) {
  NativeText text = NativeText().line(50, 100, "consid");
  text.add(kLineEndHyphen, 80, 100, 3.3);
  text.line(50, 112, "erable");
  EXPECT_EQ(built(text), "consid-|erable");
}

TEST(LineBuilder, SpacedCapitalsAreWords) {
  NativeText text;
  text.spaces = false;
  text.tracking = 3;
  EXPECT_EQ(built(text.line(50, 100, "ABSTRACT")), "ABSTRACT");
}

TEST(LineBuilder, SpacesBetweenAllLettersAreIgnoredWhereLettersTouch) {
  NativeText text;
  double x = 50;
  for (const char c : std::string("river")) {
    text.add(static_cast<char32_t>(c), x, 100, 5);
    x += 5;
    text.add(' ', x, 100, 0.1);
  }
  EXPECT_EQ(built(text), "river");
}

TEST(LineBuilder, InvisibleLayerIsApart) {
  NativeText text = NativeText().line(50, 100, "seen");
  text.invisible = true;
  text.line(50, 100, "hidden");
  EXPECT_EQ(built(text), "seen");
  EXPECT_EQ(built(text, Layer::kInvisible), "hidden");
}

TEST(LineBuilder, StylesComeFromFonts) {
  NativeText text;
  text.page.fonts.push_back({.name = "Times-Bold", .bold = true});
  text.font = 1;
  text.line(50, 100, "Search.");
  text.font = 0;
  text.line(87.5, 100, "A river");
  const auto segments = build_segments(text.page, {text.page.size, 0}, Layer::kVisible);
  ASSERT_EQ(segments.size(), 1u);
  ASSERT_EQ(segments[0].words.size(), 3u);
  EXPECT_TRUE(segments[0].words[0].bold);
  EXPECT_FALSE(segments[0].words[1].bold);
  EXPECT_NE(segments[0].words[0].face, segments[0].words[1].face);
  EXPECT_EQ(segments[0].words[1].face, segments[0].words[2].face);
}

TEST(LineBuilder, DropCapitalStandsAlone) {
  NativeText text;
  text.size = 40;
  text.line(50, 130, "T");
  text.size = 10;
  EXPECT_EQ(built(text.line(70, 110, "he river")), "T|he river");
}

// The characters of a line that runs from bottom to top.
NativeText upwards(std::string_view line) {
  NativeText text;
  double y = 300;
  for (const char c : line) {
    media::NativeChar n;
    n.code = static_cast<char32_t>(c);
    n.box = n.cell = {92, y - 5, 102, y};
    n.origin = {100, y};
    n.size_pt = 10;
    n.angle_deg = 270;
    text.page.chars.push_back(n);
    y -= 5;
  }
  return text;
}

TEST(LineBuilder, TurnedTextIsReadInItsOwnFrame) {
  const NativeText text = upwards("river");
  EXPECT_EQ(dominant_rotation(text.page), 90);
  EXPECT_EQ(built(text), "");
  EXPECT_EQ(built(text, Layer::kVisible, 90), "river");
}

TEST(LineBuilder, FewTurnedLettersDoNotTurnThePage) {
  NativeText text = upwards("axis");
  text.line(50, 100, "Some upright text");
  EXPECT_EQ(dominant_rotation(text.page), 0);
  EXPECT_EQ(built(text), "Some upright text");
}

TEST(LineBuilder, PageIsTurnedOnlyWhereItIsClear) {
  NativeText text = upwards("a label of a long axis");
  text.line(50, 100, "Some words");
  EXPECT_EQ(dominant_rotation(text.page), 0);
}

TEST(LineBuilder, SlantedTextIsLeftOut) {
  NativeText text = NativeText().line(50, 100, "DRAFT");
  for (media::NativeChar& c : text.page.chars) c.angle_deg = 315;
  EXPECT_EQ(built(text), "");
  for (media::NativeChar& c : text.page.chars) c.angle_deg = 358;
  EXPECT_EQ(built(text), "DRAFT");
}

TEST(LineBuilder, PiFontsAreRepaired) {
  NativeText text;
  text.page.fonts.push_back({.name = "AdvP4C4E74"});
  text.line(50, 100, "a ");
  text.font = 1;
  text.line(57.5, 100, "Z");
  repair_symbols(text.page);
  EXPECT_EQ(text.page.chars.back().code, U'=');
  EXPECT_EQ(text.page.chars.front().code, U'a');
}

}  // namespace
}  // namespace mineru::doc::flash
