#include "doc/writers/html_writer.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/writers/html_blocks.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::text_block;

Page page_of(std::vector<Block> blocks) {
  Page page;
  page.page_idx = 0;
  page.source_page = 2;
  page.size = {612, 792};
  page.para_blocks = std::move(blocks);
  for (size_t i = 0; i < page.para_blocks.size(); ++i) {
    page.para_blocks[i].index = static_cast<int>(i);
  }
  return page;
}

// The blocks of one page, without the section around them; pictures are "src:NAME".
std::string blocks_html(const Page& page, const RenderOptions& options = {}) {
  const std::string html =
      page_html(page, options, [](const std::string& name) { return "src:" + name; });
  const std::string open =
      "<section class=\"page\" id=\"page-3\">\n<a class=\"page-mark\" href=\"#page-3\">3</a>\n";
  EXPECT_TRUE(html.starts_with(open)) << html;
  EXPECT_TRUE(html.ends_with("</section>\n"));
  return html.substr(open.size(), html.size() - open.size() - std::string("</section>\n").size());
}

std::string block_html(const Block& block, const RenderOptions& options = {}) {
  return blocks_html(page_of({block}), options);
}

Block child(BlockType type, SpanType span_type, const std::string& image, const std::string& text) {
  Block block = text_block(type, {text});
  block.lines[0].spans[0].type = span_type;
  block.lines[0].spans[0].image_path = image;
  return block;
}

Block container(BlockType type, std::vector<Block> children) {
  Block block;
  block.type = type;
  block.blocks = std::move(children);
  return block;
}

TEST(HtmlBlocks, TextAndTitles) {
  Block title = text_block(BlockType::kTitle, {"A & B"});
  title.level = 2;
  EXPECT_EQ(block_html(title), "<h2 id=\"p3-b0\">A &amp; B</h2>\n");
  title.level = 0;
  EXPECT_EQ(block_html(title), "<p id=\"p3-b0\">A &amp; B</p>\n");
  EXPECT_EQ(block_html(text_block(BlockType::kText, {"one di-", "vided *x*"})),
            "<p id=\"p3-b0\">one divided *x*</p>\n");
  EXPECT_EQ(block_html(text_block(BlockType::kText, {" "})), "");
}

TEST(HtmlBlocks, ScriptsPassAndNothingElse) {
  EXPECT_EQ(block_html(text_block(BlockType::kText, {"x<sup>2</sup> <sub>a <b>"})),
            "<p id=\"p3-b0\">x<sup>2</sup> &lt;sub&gt;a &lt;b&gt;</p>\n");
  EXPECT_EQ(block_html(text_block(BlockType::kText, {"<script>\"x\"</script>\x01\x7f"})),
            "<p id=\"p3-b0\">&lt;script&gt;&quot;x&quot;&lt;/script&gt;</p>\n");
  EXPECT_EQ(block_html(text_block(BlockType::kText, {"<sup><img onerror=x></sup>"})),
            "<p id=\"p3-b0\"><sup>&lt;img onerror=x&gt;</sup></p>\n");
}

TEST(HtmlBlocks, Lists) {
  const auto list = [](const std::vector<std::string>& items) {
    std::vector<Block> blocks;
    for (const std::string& item : items) blocks.push_back(text_block(BlockType::kText, {item}));
    return block_html(container(BlockType::kList, blocks));
  };
  EXPECT_EQ(list({"- a", "  - b", "- c"}),
            "<ul id=\"p3-b0\">\n<li>a<ul>\n<li>b</li></ul></li>\n<li>c</li>\n</ul>\n");
  EXPECT_EQ(list({"1. a", "(b) c"}),
            "<ul id=\"p3-b0\" class=\"marked\">\n<li>1. a</li>\n<li>(b) c</li>\n</ul>\n");
  EXPECT_EQ(list({" "}), "");
}

TEST(HtmlBlocks, Figures) {
  Block body = child(BlockType::kImageBody, SpanType::kImage, "a.jpg", "a <photo>");
  const Block figure =
      container(BlockType::kImage, {body, text_block(BlockType::kImageCaption, {"Figure \"1\""}),
                                    text_block(BlockType::kImageFootnote, {"Source"})});
  EXPECT_EQ(block_html(figure),
            "<figure id=\"p3-b0\" class=\"image\"><img src=\"src:a.jpg\" alt=\"Figure "
            "&quot;1&quot;\"><details><summary>description</summary><pre>a "
            "&lt;photo&gt;</pre></details><p class=\"note\">Source</p><figcaption>Figure "
            "&quot;1&quot;</figcaption></figure>\n");
}

TEST(HtmlBlocks, Tables) {
  Block body = child(BlockType::kTableBody, SpanType::kTable, "t.jpg", "");
  body.lines[0].spans[0].html =
      "<table><tr><td onclick=\"x\"><eq>a</eq></td><td><img src=\"c.jpg\">"
      "<img src=\"data:text/html,x\"><img src=\"data:image/png;base64,AA==\"></td></tr></table>";
  const Block table =
      container(BlockType::kTable, {text_block(BlockType::kTableCaption, {"Tab 1"}), body});
  const std::string html = block_html(table);
  EXPECT_THAT(html, HasSubstr("<figcaption>Tab 1</figcaption><div class=\"scroll\"><table><tr><td>"
                              "<math>"));
  EXPECT_THAT(html,
              HasSubstr("<td><img src=\"src:c.jpg\" alt=\"\"><img src=\"src:data:text/html,x\""
                        " alt=\"\"><img src=\"data:image/png;base64,AA==\" alt=\"\"></td>"));
  EXPECT_EQ(block_html(table, {.tables = false}),
            "<figure id=\"p3-b0\" class=\"table\"><figcaption>Tab 1</figcaption><img "
            "src=\"src:t.jpg\" alt=\"Tab 1\"></figure>\n");
}

TEST(HtmlBlocks, Code) {
  Block code =
      container(BlockType::kCode, {text_block(BlockType::kCodeBody, {"if a<b:", "  \"x\""})});
  code.sub_type = "code";
  code.language = "python";
  EXPECT_EQ(block_html(code),
            "<figure id=\"p3-b0\" class=\"code\"><pre><code class=\"language-python\">if a&lt;b:\n"
            "  &quot;x&quot;</code></pre></figure>\n");
}

TEST(HtmlBlocks, Formulas) {
  Block formula = child(BlockType::kInterlineEquation, SpanType::kInterlineEquation, "f.jpg", "x");
  EXPECT_THAT(block_html(formula), HasSubstr("<div id=\"p3-b0\" class=\"formula\"><math "
                                             "display=\"block\"><semantics><mrow><mi>x</mi>"));
  EXPECT_EQ(block_html(formula, {.formulas = false}),
            "<div id=\"p3-b0\" class=\"formula\"><img src=\"src:f.jpg\" alt=\"Formula\"></div>\n");
  formula.lines[0].spans[0].content = "\\unheardof{<b>}";
  EXPECT_EQ(block_html(formula),
            "<div id=\"p3-b0\" class=\"formula\"><img src=\"src:f.jpg\" alt=\"Formula\"><code "
            "class=\"latex\">\\unheardof{&lt;b&gt;}</code></div>\n");
  formula.sub_type = kFormulaText;
  formula.lines[0].spans[0].content = "E = mc2";
  EXPECT_EQ(block_html(formula),
            "<figure id=\"p3-b0\" class=\"formula\"><img src=\"src:f.jpg\" alt=\"Formula\">"
            "<details><summary>as characters</summary>E = mc2</details></figure>\n");
}

TEST(HtmlBlocks, FurnitureAndStatus) {
  Page page = page_of({text_block(BlockType::kText, {"a"})});
  page.discarded_blocks = {text_block(BlockType::kFooter, {"foot --> <b>"})};
  page.discarded_blocks[0].bbox = {0, 700, 612, 720};
  page.discarded_blocks[0].index = 5;
  EXPECT_EQ(blocks_html(page), "<p id=\"p3-b0\">a</p>\n");
  EXPECT_EQ(
      blocks_html(page, {.furniture = Furniture::kKeep}),
      "<p id=\"p3-b0\">a</p>\n<p id=\"p3-b5\" class=\"furniture\">foot --&gt; &lt;b&gt;</p>\n");
  EXPECT_EQ(blocks_html(page, {.furniture = Furniture::kComment}),
            "<p id=\"p3-b0\">a</p>\n<!-- footer: foot - - &gt; &lt;b&gt; -->\n");
  Page failed = page_of({});
  failed.status = PageStatus::kFailed;
  failed.diagnostics = {{Code::kCorruptData, "broken <x>"}};
  EXPECT_EQ(blocks_html(failed),
            "<p class=\"status\">This page was not read (failed). broken &lt;x&gt;</p>\n");
}

TEST(HtmlWriter, StandsAlone) {
  HtmlWriter writer("stem & co", {});
  Page page = page_of({text_block(BlockType::kTitle, {"The <Title>"})});
  page.para_blocks.push_back(
      container(BlockType::kImage, {child(BlockType::kImageBody, SpanType::kImage, "a.jpg", "")}));
  page.images = {{"a.jpg", "\xFF\xD8x"}};
  std::string html = writer.add(page);
  html += writer.finish();
  html += HtmlWriter::tail();
  EXPECT_THAT(html, HasSubstr("<title>The &lt;Title&gt;</title>"));
  EXPECT_THAT(html, HasSubstr("<span>stem &amp; co</span>"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html, HasSubstr("<img src=\"data:image/jpeg;base64,/9h4\""));
  EXPECT_THAT(html, Not(HasSubstr("http:")));
  EXPECT_THAT(html, Not(HasSubstr("https:")));
  EXPECT_THAT(html, Not(HasSubstr("url(")));
  EXPECT_THAT(html, Not(HasSubstr("@import")));
  EXPECT_TRUE(html.ends_with("</section>\n</main>\n</body>\n</html>\n"));
}

TEST(HtmlWriter, StemIsTheTitleWithoutOne) {
  HtmlWriter writer("报告 #1", {});
  EXPECT_THAT(writer.finish(), HasSubstr("<title>报告 #1</title>"));
}

Page page_with_table_picture(const std::string& name) {
  Block body = child(BlockType::kTableBody, SpanType::kTable, "", "");
  body.lines[0].spans[0].html = "<table><tr><td><img src=\"" + name + "\"></td></tr></table>";
  return page_of({container(BlockType::kTable, {body})});
}

TEST(HtmlWriter, WaitsForPicturesOfTheNextPage) {
  HtmlWriter writer("s", {});
  EXPECT_THAT(writer.add(page_with_table_picture("b.png")), Not(HasSubstr("<section")));
  Page next = page_of({text_block(BlockType::kText, {"next"})});
  next.images = {{"b.png", "\x89PNG"}};
  const std::string rest = writer.add(next);
  EXPECT_THAT(rest, HasSubstr("<img src=\"data:image/png;base64,iVBORw==\""));
  EXPECT_THAT(rest, HasSubstr("next</p>"));
  EXPECT_EQ(writer.finish(), "");
}

TEST(HtmlWriter, PicturesThatNeverComeHoldNothingBackForEver) {
  HtmlWriter writer("s", {});
  writer.add(page_with_table_picture("never.png"));
  size_t silent = 1;
  while (writer.add(page_of({})).empty()) ++silent;
  EXPECT_EQ(silent, 63u);
  HtmlWriter other("s", {});
  other.add(page_with_table_picture("never.png"));
  EXPECT_THAT(other.finish(), HasSubstr("<img src=\"data:,\" alt=\"\">"));
  HtmlWriter hostile("s", {});
  EXPECT_THAT(hostile.add(page_with_table_picture("javascript:x()")),
              HasSubstr("<img src=\"data:,\" alt=\"\">"));
}

}  // namespace
}  // namespace mineru::doc
