#include "doc/writers/markdown_writer.h"

#include <gtest/gtest.h>

#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::text_block;

Block picture_child(BlockType type, SpanType span_type, const std::string& image_path) {
  Block block = text_block(type, {""});
  block.lines[0].spans[0].type = span_type;
  block.lines[0].spans[0].image_path = image_path;
  return block;
}

Block container(BlockType type, std::vector<Block> children) {
  Block block;
  block.type = type;
  block.blocks = std::move(children);
  return block;
}

std::string plain(const Block& block) { return block_markdown(block, {}); }

TEST(MarkdownWriter, ClampsTitleLevels) {
  Block title = text_block(BlockType::kTitle, {"One", "two"});
  title.level = 3;
  EXPECT_EQ(plain(title), "### One two");
  title.level = 9;
  EXPECT_EQ(plain(title), "#### One two");
  Page page;
  title.level = 0;
  page.para_blocks = {title};
  EXPECT_EQ(markdown_paragraphs(page, {}), std::vector<std::string>{"One two"});
}

TEST(MarkdownWriter, LeavesOutDiscardedAndBlankBlocks) {
  Page page;
  page.para_blocks = {text_block(BlockType::kText, {}), text_block(BlockType::kText, {" "}),
                      text_block(BlockType::kText, {"a"}), container(BlockType::kList, {})};
  page.discarded_blocks = {text_block(BlockType::kHeader, {"head"})};
  EXPECT_EQ(markdown_paragraphs(page, {}), std::vector<std::string>{"a"});
  EXPECT_EQ(plain(text_block(BlockType::kHeader, {"head"})), "");
}

TEST(MarkdownWriter, ListDropsBlankItems) {
  const Block list = container(
      BlockType::kList, {text_block(BlockType::kText, {"- a"}), text_block(BlockType::kText, {}),
                         text_block(BlockType::kText, {"2. b"})});
  Page page;
  page.para_blocks = {list};
  EXPECT_EQ(markdown_paragraphs(page, {}), std::vector<std::string>{"- a  \n2. b"});
}

TEST(MarkdownWriter, ListNestsBelowTheMarkerOfTheItemAbove) {
  std::vector<Block> items;
  for (const char* text :
       {"1. a", "  - b", "    10. c", "      - too deep", "  - d", "2. e", "    (x) f"}) {
    items.push_back(text_block(BlockType::kText, {text}));
  }
  const Block list = container(BlockType::kList, items);
  EXPECT_EQ(
      plain(list),
      "1. a  \n   - b  \n     10. c  \n         - too deep  \n   - d  \n2. e  \n   (x) f  \n");
  EXPECT_EQ(block_markdown(container(BlockType::kList, {items[0], items[1]}),
                           {.compat = Compat::kReference}),
            "1. a  \n- b  \n");
}

TEST(MarkdownWriter, TableIsHtmlOrItsPicture) {
  Block body = picture_child(BlockType::kTableBody, SpanType::kTable, "t.jpg");
  body.lines[0].spans[0].html = "<table><tr><td>1</td></tr></table>";
  const Block table =
      container(BlockType::kTable, {text_block(BlockType::kTableCaption, {"Tab 1"}), body});
  EXPECT_EQ(plain(table), "Tab 1\n\n<table><tr><td>1</td></tr></table>");
  EXPECT_EQ(block_markdown(table, {.tables = false}), "Tab 1  \n![](images/t.jpg)");
}

TEST(MarkdownWriter, CodeKeepsItsLines) {
  Block code = container(BlockType::kCode,
                         {text_block(BlockType::kCodeCaption, {"Listing 1"}),
                          text_block(BlockType::kCodeBody, {"", "  if x_1:", "    y = '*'", " "}),
                          text_block(BlockType::kCodeFootnote, {"note"})});
  code.sub_type = "code";
  code.language = "python";
  EXPECT_EQ(plain(code), "Listing 1  \n```python\n  if x_1:\n    y = '*'\n```  \nnote");
}

TEST(MarkdownWriter, CodeCannotEndItsFence) {
  Block code = container(BlockType::kCode, {text_block(BlockType::kCodeBody, {"a\n```\nb"})});
  code.sub_type = "code";
  EXPECT_EQ(plain(code), "````\na\n```\nb\n````");
  EXPECT_EQ(block_markdown(code, {.compat = Compat::kReference}), "```\na\n```\nb\n```");
}

TEST(MarkdownWriter, AlgorithmStandsApart) {
  Block code = container(BlockType::kCode, {text_block(BlockType::kCodeCaption, {"Algorithm 1"}),
                                            text_block(BlockType::kCodeBody, {"1: a<b"})});
  code.sub_type = "algorithm";
  EXPECT_EQ(plain(code),
            "Algorithm 1\n\n<div class=\"mineru-algorithm\" style=\"white-space: pre-wrap; "
            "font-family:monospace;\">\n1: a&lt;b\n</div>");
}

Block formula(const std::vector<std::string>& lines, const std::string& image_path) {
  Block block = text_block(BlockType::kInterlineEquation, lines);
  for (Line& line : block.lines) {
    line.spans[0].type = SpanType::kInterlineEquation;
    line.spans[0].image_path = image_path;
  }
  block.sub_type = kFormulaText;
  return block;
}

TEST(MarkdownWriter, FormulaWithoutLatexIsPictureThenText) {
  EXPECT_EQ(plain(formula({"E = m_0 c", "a<b"}, "f.jpg")),
            "![](images/f.jpg)  \nE = m\\_0 c  \na\\<b");
  EXPECT_EQ(plain(formula({" "}, "f.jpg")), "![](images/f.jpg)");
  EXPECT_EQ(plain(formula({"x"}, "")), "x");
  EXPECT_EQ(block_markdown(formula({"x"}, "f.jpg"), {.formulas = false}), "![](images/f.jpg)");
  EXPECT_EQ(block_markdown(formula({"x"}, ""), {.formulas = false}), "x");
}

TEST(MarkdownWriter, FormulaTextStartsNoMarkup) {
  EXPECT_EQ(plain(formula({"=", "---", "- 1", "# 2"}, "f.jpg")),
            "![](images/f.jpg)  \n\\=  \n\\---  \n\\- 1  \n\\# 2");
}

TEST(MarkdownWriter, FormulaWithLatexIsDisplayed) {
  Block block = formula({"x^2"}, "f.jpg");
  block.sub_type.clear();
  Page page;
  page.para_blocks = {block};
  EXPECT_EQ(markdown_paragraphs(page, {}), std::vector<std::string>{"$$\nx^2\n$$"});
  EXPECT_EQ(block_markdown(block, {.formulas = false}), "![](images/f.jpg)");
}

Page page_of(std::vector<Block> blocks, std::vector<Block> discarded = {}) {
  Page page;
  page.source_page = 4;
  page.size = {612, 792};
  page.para_blocks = std::move(blocks);
  page.discarded_blocks = std::move(discarded);
  return page;
}

using Paragraphs = std::vector<std::string>;

TEST(MarkdownWriter, PageMarkersStandOnEveryPage) {
  EXPECT_EQ(markdown_paragraphs(page_of({}), {.page_markers = true}),
            Paragraphs{"<!-- page 5 -->"});
  const auto pieces =
      markdown_pieces(page_of({text_block(BlockType::kText, {"a"})}), {.page_markers = true});
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].block, nullptr);
  EXPECT_EQ(pieces[1].text, "a");
}

TEST(MarkdownWriter, FurnitureStandsWhereItStoodOnThePage) {
  Block header = text_block(BlockType::kHeader, {"# Head"});
  header.bbox = {0, 10, 100, 20};
  Block number = text_block(BlockType::kPageNumber, {"- 7 -"});
  number.bbox = {0, 770, 100, 780};
  const Page page = page_of({text_block(BlockType::kText, {"a"})}, {number, header});
  EXPECT_EQ(markdown_paragraphs(page, {}), Paragraphs{"a"});
  EXPECT_EQ(markdown_paragraphs(page, {.furniture = Furniture::kKeep}),
            Paragraphs({"\\# Head", "a", "\\- 7 -"}));
  EXPECT_EQ(markdown_paragraphs(page, {.furniture = Furniture::kComment}),
            Paragraphs({"<!-- header: # Head -->", "a", "<!-- page_number: - 7 - -->"}));
}

TEST(MarkdownWriter, CommentsCannotBeEnded) {
  Block footer = text_block(BlockType::kFooter, {"a --> b ---! c -"});
  const Page page = page_of({text_block(BlockType::kText, {"a"})}, {footer});
  EXPECT_EQ(markdown_paragraphs(page, {.furniture = Furniture::kComment}).front(),
            "<!-- footer: a - - > b - - -! c - -->");
}

TEST(MarkdownWriter, APageOfFurnitureOnlyKeepsIt) {
  const Block header = text_block(BlockType::kHeader, {"Hello World"});
  const Block number = text_block(BlockType::kPageNumber, {"7"});
  const Page page = page_of({text_block(BlockType::kText, {" "})}, {header, number});
  EXPECT_EQ(markdown_paragraphs(page, {}), Paragraphs{"Hello World"});
  EXPECT_EQ(markdown_paragraphs(page, {.compat = Compat::kReference}), Paragraphs());
  EXPECT_EQ(markdown_paragraphs(page_of({}, {number}), {}), Paragraphs());
}

TEST(MarkdownWriter, NlpIsTextOnly) {
  const Block image =
      container(BlockType::kImage, {text_block(BlockType::kImageCaption, {"Figure 1"}),
                                    picture_child(BlockType::kImageBody, SpanType::kImage, "a")});
  const Block latex = [] {
    Block block = formula({"x^2"}, "f.jpg");
    block.sub_type.clear();
    return block;
  }();
  Block code = container(BlockType::kCode, {text_block(BlockType::kCodeBody, {"a"})});
  const Page page = page_of({image, formula({"E = mc2"}, "f.jpg"), latex, code});
  EXPECT_EQ(markdown_paragraphs(page, {.formulas = false, .mode = MarkdownMode::kNlp}),
            Paragraphs({"E = mc2", "$$\nx^2\n$$", "```\na\n```"}));
  EXPECT_EQ(
      markdown_paragraphs(
          page, {.formulas = false, .compat = Compat::kReference, .mode = MarkdownMode::kNlp}),
      Paragraphs({"![](images/f.jpg)", "![](images/f.jpg)", "```\na\n```"}));
}

TEST(MarkdownWriter, TablesAsMarkdown) {
  Block body = picture_child(BlockType::kTableBody, SpanType::kTable, "t.jpg");
  std::string& html = body.lines[0].spans[0].html;
  html = "<table><tr><td>1</td><td>2</td></tr></table>";
  const auto table = [&] {
    return container(BlockType::kTable, {text_block(BlockType::kTableCaption, {"Tab 1"}), body});
  };
  EXPECT_EQ(block_markdown(table(), {.table_format = TableFormat::kAuto}),
            "Tab 1\n\n| 1 | 2 |\n| --- | --- |");
  EXPECT_EQ(block_markdown(table(), {.tables = false, .table_format = TableFormat::kAuto}),
            "Tab 1  \n![](images/t.jpg)");
  html = "<table><tr><td colspan=\"2\">1</td></tr></table>";
  EXPECT_EQ(block_markdown(table(), {.table_format = TableFormat::kAuto}), "Tab 1\n\n" + html);
  EXPECT_EQ(block_markdown(table(), {.table_format = TableFormat::kMarkdown}),
            "Tab 1\n\n| 1 | |\n| --- | --- |");
}

}  // namespace
}  // namespace mineru::doc
