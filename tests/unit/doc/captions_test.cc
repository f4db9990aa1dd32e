#include "doc/flash/captions.h"

#include <gtest/gtest.h>

#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {
namespace {

Item image(const Box& box) {
  Block body;
  body.type = BlockType::kImageBody;
  body.bbox = box;
  Item item;
  item.is_float = true;
  item.block.type = BlockType::kImage;
  item.block.bbox = box;
  item.block.blocks.push_back(body);
  return item;
}

Item table(const Box& box) {
  Item item = image(box);
  item.block.type = BlockType::kTable;
  item.block.blocks[0].type = BlockType::kTableBody;
  return item;
}

Item text(double x, double baseline, const std::string& content, double size = 10) {
  const Box column{x, baseline - 10, x + 300, baseline + 10};
  TextContext context{.body_face = 1};
  Item item;
  item.paragraph = paragraphs_of(rows_of({line_at(x, baseline, content, {.size = size})}, column),
                                 column, context)
                       .front();
  return item;
}

// "image[image_body image_caption:Figure 1]|Some text"
std::string described(std::vector<Item> items) {
  attach_captions(items, 10);
  std::string out;
  for (const Item& item : items) {
    if (!out.empty()) out += '|';
    if (!item.is_float) {
      out += item.paragraph.text();
      continue;
    }
    out += std::string(block_type_name(item.block.type)) + "[";
    for (const Block& child : item.block.blocks) {
      if (out.back() != '[') out += ' ';
      out += block_type_name(child.type);
      std::string content;
      for (const Line& line : child.lines)
        content += (content.empty() ? "" : "/") + line.spans[0].content;
      if (!content.empty()) out += ":" + content;
    }
    out += ']';
  }
  return out;
}

const Box kTop = {100, 100, 300, 200};

TEST(Captions, BelowAFigure) {
  EXPECT_EQ(described({image(kTop), text(100, 212, "Figure 1: Peak"), text(100, 240, "Text")}),
            "image[image_body image_caption:Figure 1: Peak]|Text");
}

TEST(Captions, AboveATable) {
  EXPECT_EQ(described({text(100, 94, "Table 1: Peaks"), table(kTop), text(100, 240, "Text")}),
            "table[table_caption:Table 1: Peaks table_body]|Text");
}

TEST(Captions, BoxGrowsToHoldThem) {
  std::vector<Item> items = {image(kTop), text(100, 212, "Figure 1: Peak")};
  attach_captions(items, 10);
  EXPECT_DOUBLE_EQ(items[0].block.bbox.y1, 214.5);
  EXPECT_EQ(items[0].block.blocks[0].bbox, kTop);
  EXPECT_EQ(items[0].block.blocks[1].index, 1);
}

TEST(Captions, TheNearerFigureGetsIt) {
  EXPECT_EQ(described({image({100, 20, 300, 95}), image({100, 120, 300, 200}),
                       text(100, 212, "Figure 2: Peak")}),
            "image[image_body]|image[image_body image_caption:Figure 2: Peak]");
}

// A little nearer to what stands below, but figures have their captions below them.
TEST(Captions, FigureAboveIsPreferred) {
  EXPECT_EQ(described({image({100, 20, 300, 95}), text(100, 107.5, "Figure 1: One"),
                       image({100, 113, 300, 200})}),
            "image[image_body image_caption:Figure 1: One]|image[image_body]");
}

TEST(Captions, TwoFiguresWithTwo) {
  EXPECT_EQ(described({image({100, 20, 300, 95}), text(100, 106, "Figure 1: One"),
                       image({100, 120, 300, 200}), text(100, 212, "Figure 2: Two")}),
            "image[image_body image_caption:Figure 1: One]|"
            "image[image_body image_caption:Figure 2: Two]");
}

// Between a figure and a table, the word decides.
TEST(Captions, KindBeatsDistance) {
  EXPECT_EQ(described({image({100, 50, 300, 100}), text(100, 112, "Table 1: Peaks"),
                       table({100, 121, 300, 200})}),
            "image[image_body]|table[table_caption:Table 1: Peaks table_body]");
  EXPECT_EQ(described({image({100, 50, 300, 100}), text(100, 114, "Figure 1: Peaks"),
                       table({100, 119, 300, 200})}),
            "image[image_body image_caption:Figure 1: Peaks]|table[table_body]");
}

TEST(Captions, BesideAFigure) {
  EXPECT_EQ(described({image({100, 100, 200, 200}), text(210, 160, "Figure 1: Peak")}),
            "image[image_body image_caption:Figure 1: Peak]");
}

TEST(Captions, FarAwayStaysText) {
  EXPECT_EQ(described({image(kTop), text(100, 400, "Figure 1: Peak")}),
            "image[image_body]|Figure 1: Peak");
}

TEST(Captions, ProseStaysText) {
  EXPECT_EQ(described({image(kTop), text(100, 212, "Figure 1 shows the peak")}),
            "image[image_body]|Figure 1 shows the peak");
}

TEST(Captions, TableLabelOnALineOfItsOwn) {
  EXPECT_EQ(described({text(100, 82, "Table 4"), text(100, 94, "Peaks of all years"), table(kTop)}),
            "table[table_caption:Table 4/Peaks of all years table_body]");
}

TEST(Captions, SmallPrintBelowATableIsItsNote) {
  EXPECT_EQ(described({table(kTop), text(100, 210, "^a Mean of five runs", 8),
                       text(100, 220, "^b Median", 8), text(100, 250, "Text")}),
            "table[table_body table_footnote:<sup>a</sup> Mean of five runs "
            "table_footnote:<sup>b</sup> Median]|Text");
}

TEST(Captions, TextBelowATableIsNoNote) {
  EXPECT_EQ(described({table(kTop), text(100, 212, "The text goes on")}),
            "table[table_body]|The text goes on");
  EXPECT_EQ(described({table(kTop), text(100, 260, "^a Small, but far away", 8)}),
            "table[table_body]|a Small, but far away");
}

TEST(Captions, NothingToDo) {
  EXPECT_EQ(described({}), "");
  EXPECT_EQ(described({text(100, 100, "Figure 1: No picture")}), "Figure 1: No picture");
}

}  // namespace
}  // namespace mineru::doc::flash
