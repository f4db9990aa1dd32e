#include "doc/flash/page_layout.h"

#include <string>

#include <gtest/gtest.h>

namespace mineru::doc::flash {
namespace {

Segment segment(double x, double baseline, const std::string& text) {
  Word word;
  word.text = text;
  word.size = 4;
  word.baseline = baseline;
  word.box = {x, baseline - 3, x + 5, baseline + 1};
  Segment result;
  result.words.push_back(word);
  update_extent(result);
  return result;
}

PageFacts scattered(int count) {
  PageFacts facts;
  facts.frame.page = {600, 800};
  for (int i = 0; i < count; ++i) {
    facts.segments.push_back(segment(i % 97 * 6, 700 - i / 97 * 7, "w" + std::to_string(i)));
  }
  return facts;
}

TEST(PageLayout, TooManyPiecesOfTextAreKeptWithoutLayout) {
  const LaidPage laid = layout_page(scattered(8001), Profile{});
  ASSERT_EQ(laid.page.para_blocks.size(), 1u);
  const Block& all = laid.page.para_blocks.front();
  ASSERT_EQ(all.lines.size(), 8001u);
  EXPECT_EQ(all.lines.back().spans.front().content, "w96");  // the lowest line, its right end
  ASSERT_EQ(laid.page.diagnostics.size(), 1u);
  EXPECT_EQ(laid.page.diagnostics[0].code, Code::kResourceExhausted);
  EXPECT_NE(laid.page.diagnostics[0].message.find("8001 pieces"), std::string::npos);
}

TEST(PageLayout, TurnedPiecesCountAndAreKept) {
  PageFacts facts = scattered(8000);
  facts.turned.push_back({{{600, 800}, 90}, {segment(10, 10, "turned")}});
  const LaidPage laid = layout_page(std::move(facts), Profile{});
  ASSERT_EQ(laid.page.para_blocks.size(), 1u);
  EXPECT_EQ(laid.page.para_blocks.front().lines.size(), 8001u);
  EXPECT_TRUE(laid.page.discarded_blocks.empty());
}

TEST(PageLayout, FewerAreLaidOut) {
  const LaidPage laid = layout_page(scattered(200), Profile{});
  EXPECT_TRUE(laid.page.diagnostics.empty());
  size_t lines = 0;
  for (const Block& block : laid.page.para_blocks) lines += block.lines.size();
  EXPECT_LT(lines, 200u);  // rows, not pieces
}

TEST(PageLayout, HeadingLevelsAreNotSkipped) {
  PageFacts facts;
  facts.frame.page = {600, 800};
  const auto add = [&](double y, double size, const std::string& text, bool bold) {
    Word word;
    word.text = text;
    word.size = size;
    word.baseline = y;
    word.bold = bold;
    word.box = {50, y - size, 50 + 0.5 * size * static_cast<double>(text.size()), y};
    Segment s;
    s.words.push_back(word);
    update_extent(s);
    facts.segments.push_back(s);
  };
  add(100, 24, "The-document", false);
  add(160, 10, "1.1 Numbered-deep", true);
  for (int i = 0; i < 10; ++i)
    add(200 + i * 12, 10, "running-text-of-the-page-that-is-long-enough", false);
  const Profile profile = learn_profile({&facts});
  const LaidPage laid = layout_page(facts, profile);
  std::vector<int> levels;
  for (const Block& block : laid.page.para_blocks) {
    if (block.type == BlockType::kTitle) levels.push_back(block.level);
  }
  EXPECT_EQ(levels, (std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace mineru::doc::flash
