#include "doc/writers/content_list_v2_writer.h"

#include <gtest/gtest.h>

#include "doc/writers/render.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::Json;
using testing::text_block;

Json only_content(const Block& block, Compat compat = Compat::kProduct) {
  Page page;
  page.size = {612, 792};
  page.para_blocks = {block};
  const Json entries = content_list_v2_page(page, compat);
  return entries.size() == 1 ? entries[0]["content"] : Json("not one entry");
}

TEST(ContentListV2Writer, JoinsLinesOfOneBlock) {
  EXPECT_EQ(only_content(text_block(BlockType::kText, {"*re-", "search* is", "fun"})).dump(),
            R"({"paragraph_content":[{"type":"text","content":"*research* is fun"}]})");
  EXPECT_EQ(only_content(text_block(BlockType::kPhonetic, {"pin"})).dump(),
            R"({"paragraph_content":[{"type":"phonetic","content":"pin"}]})");
}

TEST(ContentListV2Writer, FormulaWithoutLatexSaysSo) {
  Block block = text_block(BlockType::kInterlineEquation, {"E = m"});
  block.lines[0].spans[0].type = SpanType::kInterlineEquation;
  block.sub_type = kFormulaText;
  EXPECT_EQ(only_content(block).dump(),
            R"({"math_content":"E = m","math_type":"text","image_source":{"path":""}})");
  block.sub_type.clear();
  EXPECT_EQ(only_content(block, Compat::kReference).dump(),
            R"({"math_content":"E = m","math_type":"latex","image_source":{"path":"images/"}})");
}

TEST(ContentListV2Writer, CodeAndAlgorithm) {
  Block code;
  code.type = BlockType::kCode;
  code.sub_type = "code";
  code.language = "c";
  code.blocks = {text_block(BlockType::kCodeCaption, {"L"}),
                 text_block(BlockType::kCodeBody, {"int a;\nint b;"})};
  EXPECT_EQ(only_content(code).dump(),
            R"({"code_caption":[{"type":"text","content":"L"}],)"
            R"("code_content":[{"type":"text","content":"int a;\nint b;"}],"code_language":"c"})");
  code.sub_type = "algorithm";
  EXPECT_TRUE(only_content(code).contains("algorithm_content"));
}

TEST(ContentListV2Writer, TableWithoutBodyIsEmpty) {
  Block table;
  table.type = BlockType::kTable;
  EXPECT_EQ(only_content(table).dump(),
            R"({"image_source":{"path":""},"table_caption":[],"table_footnote":[],"html":"",)"
            R"("table_type":"simple_table","table_nest_level":1})");
}

}  // namespace
}  // namespace mineru::doc
