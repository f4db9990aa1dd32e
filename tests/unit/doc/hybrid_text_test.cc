// Native text of the regions of a page: whose words it is, and whether it is what one sees.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/hybrid/font_probe.h"
#include "doc/hybrid/native_regions.h"
#include "doc/hybrid/page_trust.h"
#include "doc/hybrid/region_trust.h"
#include "unit/doc/native_text.h"

namespace mineru::doc::hybrid {
namespace {

using flash::NativeText;
using ::testing::ElementsAre;
using vlm::ContentBlock;
using vlm::ContentType;

// A block of a 400 x 600 page, in points.
ContentBlock block(ContentType type, const Box& box) {
  ContentBlock content;
  content.type = type;
  content.bbox = {box.x0 / 400, box.y0 / 600, box.x1 / 400, box.y1 / 600};
  return content;
}

// White, with the words of the page as black bars, or what one likes.
class Picture {
 public:
  void draw(const Box& box) {
    for (int y = static_cast<int>(2 * box.y0); y < static_cast<int>(2 * box.y1); ++y) {
      for (int x = static_cast<int>(2 * box.x0); x < static_cast<int>(2 * box.x1); ++x) {
        const auto at = static_cast<size_t>(y * kWidth + x) * 3;
        std::fill_n(pixels_.begin() + static_cast<std::ptrdiff_t>(at), 3, uint8_t{0});
      }
    }
  }
  void draw(const media::NativePage& page) {
    for (const media::NativeChar& c : page.chars) {
      if (c.code != ' ') draw(media::inflate(c.box, -0.5, -1));
    }
  }
  PagePicture view() const { return {{pixels_.data(), kWidth, kHeight, size_t{kWidth} * 3}, 2}; }

 private:
  static constexpr int kWidth = 800;
  static constexpr int kHeight = 1200;
  std::vector<uint8_t> pixels_ = std::vector<uint8_t>(size_t{kWidth} * kHeight * 3, 255);
};

std::vector<std::string> contents(const NativeRegion& region) {
  std::vector<std::string> all;
  for (const Line& line : region.lines) {
    for (const Span& span : line.spans) all.push_back(span.content);
  }
  return all;
}

NativeText two_blocks() {
  NativeText text;
  text.line(50, 100, "The first line of the text").line(50, 112, "and its second line");
  text.line(50, 140, "Cell one").line(250, 140, "Cell two");
  return text;
}

TEST(NativeRegions, WordsGoToTheSmallestBlockTheyStandIn) {
  const NativeText text = two_blocks();
  const std::vector<ContentBlock> blocks = {block(ContentType::kList, {40, 80, 360, 200}),
                                            block(ContentType::kText, {45, 85, 300, 160}),
                                            block(ContentType::kTable, {45, 125, 360, 150})};
  const auto regions = native_regions(text.page, blocks, Compat::kProduct);
  ASSERT_EQ(regions.size(), 3u);
  EXPECT_TRUE(regions[0].lines.empty());
  EXPECT_THAT(contents(regions[1]),
              ElementsAre("The first line of the text", "and its second line"));
  EXPECT_EQ(regions[1].chars, 21 + 16);
  EXPECT_EQ(regions[1].lines[1].bbox.x0, 50);
  EXPECT_THAT(contents(regions[2]), ElementsAre("Cell one Cell two"));
}

TEST(NativeRegions, ReferenceKeepsPiecesOfALineApart) {
  const NativeText text = two_blocks();
  const std::vector<ContentBlock> blocks = {block(ContentType::kText, {45, 85, 360, 150})};
  const auto regions = native_regions(text.page, blocks, Compat::kReference);
  EXPECT_THAT(contents(regions[0]), ElementsAre("The first line of the text", "and its second line",
                                                "Cell one", "Cell two"));
  EXPECT_EQ(regions[0].lines.size(), 3u);
}

TEST(NativeRegions, BulletsOfSymbolFontsAreBullets) {
  NativeText text;
  text.line(50, 100, "\xEF\x82\xB7 an item");  // U+F0B7
  repair_codes(text.page);
  const auto regions = native_regions(
      text.page, {block(ContentType::kListItem, {45, 85, 360, 110})}, Compat::kProduct);
  EXPECT_THAT(contents(regions[0]), ElementsAre("\u2022 an item"));
  EXPECT_EQ(regions[0].odd_chars, 0);
}

struct Judged {
  Verdict verdict(const TrustRules& rules = {}) const {
    const auto regions =
        native_regions(text.page, {block(ContentType::kText, {45, 85, 360, 130})}, rules.compat);
    return judge_region(regions[0], picture.view(), rules);
  }
  NativeText text;
  Picture picture;
};

TEST(RegionTrust, WhatOneSeesIsTrusted) {
  Judged it;
  it.text.line(50, 100, "The first line of the text").line(50, 112, "and its second line");
  it.picture.draw(it.text.page);
  EXPECT_EQ(it.verdict(), Verdict::kNative);
  EXPECT_EQ(it.verdict({.compat = Compat::kReference}), Verdict::kNative);
  EXPECT_EQ(it.verdict({.read_formulas = true, .read_any_odd = true}), Verdict::kNative);
}

TEST(RegionTrust, NoCharacters) {
  Judged it;
  it.picture.draw({50, 90, 300, 100});
  EXPECT_EQ(it.verdict(), Verdict::kNoText);
  EXPECT_EQ(it.verdict({.take_all = true}), Verdict::kNoText);
}

TEST(RegionTrust, CodesWithoutAMeaning) {
  Judged it;
  it.text.line(50, 100, "The first line\uE001\uE002\uE003 of the text");
  it.picture.draw(it.text.page);
  EXPECT_EQ(it.verdict(), Verdict::kUntrusted);
  EXPECT_EQ(it.verdict({.take_all = true}), Verdict::kNative);
}

TEST(RegionTrust, OneOddCharacterIsForgivenUnlessAskedFor) {
  Judged it;
  it.text.line(50, 100, "The first line\uE001 of the text");
  it.picture.draw(it.text.page);
  EXPECT_EQ(it.verdict(), Verdict::kNative);
  EXPECT_EQ(it.verdict({.read_any_odd = true}), Verdict::kUntrusted);
}

TEST(RegionTrust, TextThatShowsNoInk) {
  Judged it;
  it.text.line(50, 100, "The first line of the text").line(50, 112, "and its second line");
  it.picture.draw({50, 93, 80, 100});
  EXPECT_EQ(it.verdict(), Verdict::kUntrusted);
}

TEST(RegionTrust, TextThatNoFontCanDraw) {
  Judged it;
  it.text.line(50, 100, "The first line of the text");
  for (media::NativeChar& c : it.text.page.chars) c.undrawn = true;
  it.picture.draw({50, 93, 80, 100});
  EXPECT_EQ(it.verdict(), Verdict::kNative);
}

TEST(RegionTrust, InkThatIsNoText) {
  Judged it;
  it.text.line(50, 100, "The first line of the text");
  it.picture.draw(it.text.page);
  it.picture.draw({50, 110, 340, 120});
  EXPECT_EQ(it.verdict(), Verdict::kNoText);
}

TEST(RegionTrust, FormulasAreReadWhenAskedFor) {
  Judged it;
  it.text.line(50, 100, "so that \u2211 a \u2264 b holds");
  it.picture.draw(it.text.page);
  EXPECT_EQ(it.verdict(), Verdict::kNative);
  EXPECT_EQ(it.verdict({.read_formulas = true}), Verdict::kFormula);
}

TEST(RegionTrust, FacesThatLie) {
  Judged it;
  it.text.line(50, 100, "The first line of the text");
  it.picture.draw(it.text.page);
  const auto regions = native_regions(it.text.page, {block(ContentType::kText, {45, 85, 360, 130})},
                                      Compat::kProduct);
  EXPECT_EQ(it.verdict({.lying_faces = {regions[0].faces.at(0)}}), Verdict::kUntrusted);
}

TEST(RegionTrust, VerticalWritingIsRead) {
  Judged it;
  for (int i = 0; i < 4; ++i) it.text.line(50, 95 + 11 * i, "字");
  it.picture.draw(it.text.page);
  EXPECT_EQ(it.verdict(), Verdict::kNoText);
}

TEST(RegionTrust, TypesThatComeFromThePdf) {
  for (const ContentType type : {ContentType::kText, ContentType::kTitle, ContentType::kRefText,
                                 ContentType::kTableCaption, ContentType::kPageNumber}) {
    EXPECT_TRUE(is_native_type(type, Compat::kReference));
  }
  for (const ContentType type : {ContentType::kTable, ContentType::kEquation, ContentType::kCode,
                                 ContentType::kAlgorithm, ContentType::kImage}) {
    EXPECT_FALSE(is_native_type(type, Compat::kProduct));
  }
  EXPECT_TRUE(is_native_type(ContentType::kAsideText, Compat::kProduct));
  EXPECT_FALSE(is_native_type(ContentType::kAsideText, Compat::kReference));
}

TEST(Ink, LinesOfUprightText) {
  Picture picture;
  picture.draw({60, 100, 300, 108});
  picture.draw({50, 112, 200, 120});
  picture.draw({10, 10, 20, 20});
  const auto lines = ink_lines(picture.view(), {40, 90, 360, 130});
  EXPECT_THAT(lines, ElementsAre(Box{60, 100, 300, 108}, Box{50, 112, 200, 120}));
}

// An OCR engine that sees what the test says.
class Eyes : public media::OcrEngine {
 public:
  std::vector<media::OcrWord> recognize(const media::ImageView&,
                                        const media::OcrOptions&) override {
    ++calls;
    media::OcrWord word;
    word.text = sees;
    word.confidence = confidence;
    return {word};
  }
  media::Orientation detect_orientation(const media::ImageView&, int) override { return {}; }
  std::string sees;
  double confidence = 0.9;
  int calls = 0;
};

TEST(FontProbe, AFontThatDrawsOtherLetters) {
  NativeText text;
  text.line(50, 100, "Uif rvjdl cspxo gpy kvnqt");
  const Picture picture;
  Eyes eyes;
  eyes.sees = "The quick brown fox jumps";
  EXPECT_EQ(lying_faces(text.page, picture.view(), eyes, "eng").size(), 1u);
  eyes.confidence = 0.4;  // it did not read well itself
  EXPECT_TRUE(lying_faces(text.page, picture.view(), eyes, "eng").empty());
  eyes.confidence = 0.9;
  eyes.sees = "Uif rvjdl cspxo gpv kvngt";
  EXPECT_TRUE(lying_faces(text.page, picture.view(), eyes, "eng").empty());
  EXPECT_EQ(eyes.calls, 3);
}

TEST(FontProbe, ShortLinesProveNothing) {
  NativeText text;
  text.line(50, 100, "Uif rvjdl");
  const Picture picture;
  Eyes eyes;
  EXPECT_TRUE(lying_faces(text.page, picture.view(), eyes, "eng").empty());
  EXPECT_EQ(eyes.calls, 0);
}

TEST(FontProbe, Likeness) {
  EXPECT_EQ(likeness("The Cat!", "the cat"), 1);
  EXPECT_EQ(likeness("", "..."), 1);
  EXPECT_EQ(likeness("abcd", "abxd"), 0.75);
}

TEST(PageTrust, KeyboardNoiseIsNoText) {
  NativeText text;
  std::string noise;
  for (int i = 0; i < 20; ++i) noise += "!@#$%^&*";
  text.line(50, 100, noise + "abababababababababab");
  const PageTrust trust = judge_page(text.page);
  EXPECT_FALSE(trust.usable);
  EXPECT_EQ(trust.reason,
            "the PDF's text cannot be trusted: its characters are none of any language");
}

TEST(PageTrust, SomeOddCharactersAreTheirRegionsAffair) {
  NativeText text;
  for (int i = 0; i < 9; ++i) text.line(50, 100 + 12 * i, "A line of text that is as it should be");
  text.line(50, 220, std::string(30, 'x'));
  for (size_t i = 0; i < 30; ++i) text.page.chars[text.page.chars.size() - 1 - i].unmapped = true;
  EXPECT_TRUE(judge_page(text.page).usable);
  for (size_t i = 0; i < 200; ++i) text.page.chars[i].unmapped = true;
  EXPECT_FALSE(judge_page(text.page).usable);
}

TEST(PageTrust, HiddenLayersOfScansAreNotUsed) {
  NativeText text;
  text.invisible = true;
  text.line(50, 100, "What some other program has read from the scan");
  text.page.graphics.push_back({media::NativeGraphic::Kind::kImage, {0, 0, 400, 600}});
  EXPECT_FALSE(judge_page(text.page).usable);
  EXPECT_EQ(judge_page(text.page).reason, "") << "a scan is nothing to complain about";
}

TEST(DocumentTrust, SignsOfTheReference) {
  NativeText few;
  few.line(50, 100, "Too few characters");
  DocumentTrust trust;
  EXPECT_TRUE(trust.wants_ocr());
  trust.add(few.page);
  EXPECT_TRUE(trust.wants_ocr());
  NativeText many;
  for (int i = 0; i < 20; ++i) many.line(50, 100 + 12 * i, "Enough characters for a page of text");
  trust.add(many.page);
  EXPECT_FALSE(trust.wants_ocr());
  DocumentTrust strip;
  many.page.size = {400, 4400};
  strip.add(many.page);
  trust.add(strip);
  EXPECT_TRUE(trust.wants_ocr());
}

}  // namespace
}  // namespace mineru::doc::hybrid
