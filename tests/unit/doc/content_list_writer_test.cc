#include "doc/writers/content_list_writer.h"

#include <gtest/gtest.h>

#include "doc/writers/render.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::Json;
using testing::text_block;

Json only_entry(const Block& block, Compat compat = Compat::kProduct) {
  Page page;
  page.size = {612, 792};
  page.para_blocks = {block};
  const auto entries = content_list_entries(page, compat);
  return entries.size() == 1 ? entries.front() : Json("not one entry");
}

TEST(ContentListWriter, FormulaWithoutLatexSaysSo) {
  Block block = text_block(BlockType::kInterlineEquation, {"E = m_0", " c"});
  for (Line& line : block.lines) line.spans[0].type = SpanType::kInterlineEquation;
  block.lines[0].spans[0].image_path = "f.jpg";
  block.sub_type = kFormulaText;
  EXPECT_EQ(only_entry(block).dump(),
            R"({"type":"equation","img_path":"images/f.jpg","text":"E = m_0\nc",)"
            R"("text_format":"text","bbox":[99,99,898,199],"page_idx":0})");
}

TEST(ContentListWriter, TitleOfLevelZeroIsText) {
  Block title = text_block(BlockType::kTitle, {"x"});
  title.level = 0;
  EXPECT_EQ(only_entry(title).dump(),
            R"({"type":"text","text":"x","bbox":[99,99,898,199],"page_idx":0})");
  title.level = 7;
  EXPECT_EQ(only_entry(title)["text_level"], 4);
}

TEST(ContentListWriter, CodeCarriesItsFence) {
  Block code;
  code.type = BlockType::kCode;
  code.bbox = {61, 79, 550, 158};
  code.sub_type = "code";
  code.language = "c";
  code.blocks = {text_block(BlockType::kCodeCaption, {"L_1"}),
                 text_block(BlockType::kCodeBody, {"int a_b;"}),
                 text_block(BlockType::kCodeFootnote, {"left out"})};
  EXPECT_EQ(only_entry(code, Compat::kReference).dump(),
            R"({"type":"code","sub_type":"code","code_caption":["L\\_1"],)"
            R"("code_body":"```c\nint a_b;\n```","bbox":[99,99,898,199],"page_idx":0})");
}

TEST(ContentListWriter, ListItemsShowTheirDepth) {
  Block list;
  list.type = BlockType::kList;
  list.sub_type = "text";
  list.blocks = {text_block(BlockType::kText, {"- a"}), text_block(BlockType::kText, {"  - b"})};
  EXPECT_EQ(only_entry(list)["list_items"], Json({"- a", "  - b"}));
  EXPECT_EQ(only_entry(list, Compat::kReference)["list_items"], Json({"- a", "- b"}));
}

TEST(ContentListWriter, PageWithoutSizeIsNoDivisionByZero) {
  Page page;
  page.para_blocks = {text_block(BlockType::kText, {"x"})};
  EXPECT_EQ(content_list_entries(page, Compat::kProduct).front()["bbox"],
            Json({61000, 79000, 550000, 158000}));
}

}  // namespace
}  // namespace mineru::doc
