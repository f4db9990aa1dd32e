// Blocks column by column (docs/odd-inputs.md, row E4).
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/vlm/column_order.h"

namespace mineru::doc::vlm {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ContentBlock block_of(const std::string& name, const std::array<double, 4>& grid,
                      ContentType type = ContentType::kText) {
  ContentBlock block;
  block.type = type;
  for (size_t i = 0; i < 4; ++i) block.bbox[i] = grid[i] / 1000;
  block.content = name;
  return block;
}

std::vector<std::string> sorted(std::vector<ContentBlock> blocks) {
  sort_by_columns(blocks, {595, 842});
  std::vector<std::string> names;
  for (const ContentBlock& block : blocks) names.push_back(block.content.value_or(""));
  return names;
}

TEST(VlmColumnOrder, TwoColumnsBelowATitle) {
  EXPECT_THAT(sorted({block_of("D", {520, 450, 950, 900}), block_of("A", {50, 100, 480, 400}),
                      block_of("title", {50, 30, 950, 70}, ContentType::kTitle),
                      block_of("C", {520, 100, 950, 440}), block_of("B", {50, 410, 480, 900})}),
              ElementsAre("title", "A", "B", "C", "D"));
}

TEST(VlmColumnOrder, AWideFigureDividesTheColumns) {
  EXPECT_THAT(sorted({block_of("A", {50, 50, 480, 300}), block_of("C", {50, 620, 480, 900}),
                      block_of("B", {520, 50, 950, 300}),
                      block_of("figure", {50, 320, 950, 600}, ContentType::kImage),
                      block_of("D", {520, 620, 950, 900})}),
              ElementsAre("A", "B", "figure", "C", "D"));
}

TEST(VlmColumnOrder, ListsStandBeforeTheirItems) {
  EXPECT_THAT(sorted({block_of("after", {50, 500, 950, 600}), block_of("one", {60, 200, 940, 240}),
                      block_of("two", {60, 250, 940, 290}),
                      block_of("list", {50, 190, 950, 300}, ContentType::kList),
                      block_of("before", {50, 50, 950, 150})}),
              ElementsAre("before", "list", "one", "two", "after"));
  EXPECT_THAT(sorted({}), IsEmpty());
}

TEST(VlmColumnOrder, NothingIsLost) {
  std::vector<ContentBlock> blocks;
  for (int i = 0; i < 200; ++i) {
    const double x = (i * 37) % 900;
    const double y = (i * 53) % 950;
    blocks.push_back(block_of(std::to_string(i), {x, y, x + 50 + i % 40, y + 10 + i % 30},
                              static_cast<ContentType>(i % 31)));
  }
  EXPECT_EQ(sorted(blocks).size(), 200u);
}

}  // namespace
}  // namespace mineru::doc::vlm
