// Formula numbers and paragraphs of the hybrid backend, beyond the reference's vectors.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/hybrid/formula_numbers.h"
#include "doc/hybrid/paragraph_join.h"

namespace mineru::doc::hybrid {
namespace {

using ::testing::ElementsAre;
using vlm::ContentBlock;
using vlm::ContentType;

TEST(FormulaNumbers, EmptyFormulasTakeNone) {
  std::vector<ContentBlock> blocks(2);
  blocks[0].type = ContentType::kEquation;
  blocks[0].content = "\\[\\]";
  blocks[1].type = ContentType::kFormulaNumber;
  blocks[1].content = "(1)";
  attach_formula_numbers(blocks);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].content, "\\[\\]");
  EXPECT_EQ(blocks[1].type, ContentType::kText);
}

// A text of several lines, 10 points each; the last one `last_x1` wide.
Block text(const std::vector<std::string>& lines, double top, double last_x1 = 300) {
  Block block;
  for (const std::string& line : lines) {
    const Box box{50, top, &line == &lines.back() ? last_x1 : 300, top + 10};
    Span span;
    span.bbox = box;
    span.content = line;
    block.lines.push_back({box, {span}});
    block.bbox = media::unite(block.bbox, box);
    top += 12;
  }
  return block;
}

Block other(BlockType type) {
  Block block;
  block.type = type;
  return block;
}

struct Pages {
  std::vector<PageText> texts() {
    std::vector<PageText> all;
    for (size_t i = 0; i < blocks.size(); ++i) {
      all.push_back({&blocks[i], i < hints.size() ? &hints[i] : nullptr});
    }
    return all;
  }
  std::vector<std::vector<Block>> blocks;
  std::vector<LineHints> hints;
};

size_t num_lines(const Block& block) { return block.lines.size(); }

TEST(ParagraphJoin, AChainOverThreePagesCollectsInItsFirstBlock) {
  Pages pages;
  pages.blocks = {{text({"one", "two"}, 500)},
                  {text({"three", "four"}, 50)},
                  {other(BlockType::kTable), text({"five", "six"}, 50, 200)}};
  auto texts = pages.texts();
  join_paragraphs(texts, {0, 3}, VerticalText::kLeave);
  EXPECT_EQ(num_lines(pages.blocks[0][0]), 6u);
  EXPECT_FALSE(pages.blocks[0][0].lines[1].spans[0].cross_page);
  EXPECT_TRUE(pages.blocks[0][0].lines[2].spans[0].cross_page);
  EXPECT_TRUE(pages.blocks[1][0].lines_deleted);
  EXPECT_TRUE(pages.blocks[2][1].lines_deleted);
}

TEST(ParagraphJoin, NothingGoesOnPastALostPage) {
  Pages pages;
  pages.blocks = {{text({"one", "two"}, 500)}, {}, {text({"three", "four"}, 50)}};
  auto texts = pages.texts();
  texts[2].starts_anew = true;
  EXPECT_EQ(settled_pages(texts).final, 2u);
  join_paragraphs(texts, {0, 3}, VerticalText::kLeave);
  EXPECT_EQ(num_lines(pages.blocks[0][0]), 2u);
  texts[2].starts_anew = false;
  join_paragraphs(texts, {0, 3}, VerticalText::kLeave);
  EXPECT_EQ(num_lines(pages.blocks[0][0]), 4u);
}

TEST(ParagraphJoin, LinesOfThePictureStandForThoseThatAreNotKnown) {
  Pages pages;
  pages.blocks = {{text({"one two"}, 500)}, {text({"three four"}, 50)}};
  auto texts = pages.texts();
  join_paragraphs(texts, {0, 2}, VerticalText::kLeave);  // single lines: nothing is known of them
  EXPECT_EQ(num_lines(pages.blocks[0][0]), 1u);
  pages.hints = {{{0, {{50, 490, 300, 500}, {50, 502, 300, 510}}}}, {{0, {{50, 50, 300, 60}}}}};
  texts = pages.texts();
  join_paragraphs(texts, {0, 2}, VerticalText::kLeave);
  EXPECT_EQ(num_lines(pages.blocks[0][0]), 2u);
}

TEST(ParagraphJoin, VerticalColumnsGoOnToTheLeft) {
  const auto column = [](double x0, double bottom, const std::string& content) {
    Span span;
    span.bbox = {x0, 50, x0 + 10, bottom};
    span.content = content;
    return Line{span.bbox, {span}};
  };
  for (const double bottom : {500.0, 200.0}) {
    Block earlier;
    earlier.lines = {column(120, 500, "一"), column(100, bottom, "二")};
    Block later;
    later.lines = {column(320, 500, "三"), column(300, 300, "四")};
    Pages pages;
    pages.blocks = {{earlier}, {later}};
    auto texts = pages.texts();
    join_paragraphs(texts, {0, 2}, VerticalText::kJoin);
    EXPECT_EQ(num_lines(pages.blocks[0][0]), bottom == 500 ? 4u : 2u);
  }
}

TEST(ParagraphJoin, PagesThatNothingCanChange) {
  Pages pages;
  EXPECT_EQ(settled_pages(pages.texts()).final, 0u);
  // A title ends what was open.
  pages.blocks = {{text({"a"}, 500)}, {text({"b"}, 50), other(BlockType::kTitle)}};
  EXPECT_EQ(settled_pages(pages.texts()).joinable, 2u);
  EXPECT_EQ(settled_pages(pages.texts()).final, 2u);
  // The last text of the second page is open; its first one may still go to the first page.
  pages.blocks[1] = {text({"b"}, 50), text({"c"}, 100)};
  EXPECT_EQ(settled_pages(pages.texts()).joinable, 1u);
  EXPECT_EQ(settled_pages(pages.texts()).final, 0u);
  // Nothing of it goes there.
  pages.blocks[1] = {other(BlockType::kTitle), text({"b"}, 50), other(BlockType::kTable)};
  EXPECT_EQ(settled_pages(pages.texts()).joinable, 1u);
  EXPECT_EQ(settled_pages(pages.texts()).final, 1u);
  // A page of one text keeps open what comes before it.
  pages.blocks.insert(pages.blocks.begin() + 1, {text({"d"}, 50)});
  pages.blocks[2] = {other(BlockType::kImage)};
  EXPECT_EQ(settled_pages(pages.texts()).joinable, 0u);
  EXPECT_EQ(settled_pages(pages.texts()).final, 0u);
}

}  // namespace
}  // namespace mineru::doc::hybrid
