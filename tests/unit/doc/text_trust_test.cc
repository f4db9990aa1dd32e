#include "doc/flash/text_trust.h"

#include <gtest/gtest.h>

#include "unit/doc/native_text.h"

namespace mineru::doc::flash {
namespace {

using Kind = media::NativeGraphic::Kind;

NativeText scan() {
  NativeText page;
  page.page.graphics.push_back({Kind::kImage, {0, 0, 400, 600}});
  return page;
}

TEST(TextTrust, TextOfAPdf) {
  const TextTrust trust = judge_native_text(NativeText().line(50, 100, "Some text").page);
  EXPECT_TRUE(trust.visible_usable);
  EXPECT_FALSE(trust.wants_ocr);
  EXPECT_EQ(trust.reason, "");
}

TEST(TextTrust, EmptyPageWantsNothing) {
  const TextTrust trust = judge_native_text(NativeText().page);
  EXPECT_FALSE(trust.visible_usable);
  EXPECT_FALSE(trust.wants_ocr);
}

TEST(TextTrust, ScanWantsOcr) {
  const TextTrust trust = judge_native_text(scan().page);
  EXPECT_TRUE(trust.wants_ocr);
  EXPECT_EQ(trust.reason, "the page is a picture");
}

TEST(TextTrust, ScanWithAStampedNumberWantsOcr) {
  EXPECT_TRUE(judge_native_text(scan().line(50, 580, "Copy 7 of 9").page).wants_ocr);
}

TEST(TextTrust, TextOverABackgroundPicture) {
  const TextTrust trust = judge_native_text(
      scan().line(50, 100, "Enough text to be more than a stamp on a picture").page);
  EXPECT_TRUE(trust.visible_usable);
  EXPECT_FALSE(trust.wants_ocr);
}

TEST(TextTrust, HiddenLayerOfAScan) {
  NativeText page = scan();
  page.invisible = true;
  page.line(50, 100, "What some scanner's software has read here");
  const TextTrust trust = judge_native_text(page.page);
  EXPECT_FALSE(trust.visible_usable);
  EXPECT_TRUE(trust.hidden_usable);
  EXPECT_FALSE(trust.wants_ocr);
}

TEST(TextTrust, CharactersWithoutUnicode) {
  NativeText page = NativeText().line(50, 100, prose(30));
  for (size_t i = 0; i < page.page.chars.size(); i += 8) page.page.chars[i].unmapped = true;
  const TextTrust trust = judge_native_text(page.page);
  EXPECT_FALSE(trust.visible_usable);
  EXPECT_TRUE(trust.wants_ocr);
  EXPECT_NE(trust.reason.find("cannot be trusted"), std::string::npos);
}

TEST(TextTrust, PrivateUseCharacters) {
  NativeText page = NativeText().line(50, 100, prose(30));
  for (size_t i = 0; i < page.page.chars.size(); i += 8) page.page.chars[i].code = 0xE001;
  EXPECT_TRUE(judge_native_text(page.page).wants_ocr);
}

TEST(TextTrust, AFewStrangeCharactersAreForgiven) {
  NativeText page = NativeText().line(50, 100, prose(60));
  page.page.chars[0].code = 0xF0B7;  // a bullet of Symbol
  page.page.chars[9].unmapped = true;
  EXPECT_TRUE(judge_native_text(page.page).visible_usable);
}

}  // namespace
}  // namespace mineru::doc::flash
