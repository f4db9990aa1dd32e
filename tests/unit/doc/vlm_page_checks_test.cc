// What a page must not lose, and must not show (docs/odd-inputs.md, rows E3, E7).
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/vlm/page_blocks.h"
#include "doc/vlm/post_process.h"
#include "doc/writers/markdown_writer.h"

namespace mineru::doc::vlm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ContentBlock block_of(ContentType type, const std::string& content, double y0 = 0.1) {
  ContentBlock block;
  block.type = type;
  block.bbox = {0.1, y0, 0.9, y0 + 0.1};
  block.content = content;
  return block;
}

Page page_of(std::vector<ContentBlock> blocks, Compat compat = Compat::kProduct) {
  Page page;
  page.size = {600, 800};
  page.model_blocks = post_process(std::move(blocks), {.compat = compat});
  build_page(page, page.model_blocks, compat);
  // As crops.h does.
  for (Block& block : page.para_blocks) {
    for (Line& line : block.lines) {
      for (Span& span : line.spans) {
        if (span.type == SpanType::kInterlineEquation) span.image_path = "formula.jpg";
      }
    }
  }
  return page;
}

std::vector<std::string> markdown_of(const Page& page, Compat compat = Compat::kProduct) {
  RenderOptions options;
  options.compat = compat;
  return markdown_paragraphs(page, options);
}

std::vector<std::string> markdown_of(ContentType type, const std::string& content) {
  return markdown_of(page_of({block_of(type, content)}));
}

std::vector<std::string> messages_of(const Page& page) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : page.diagnostics) messages.push_back(diagnostic.message);
  return messages;
}

// E3
TEST(VlmPageChecks, LoneMarginsAreTheText) {
  for (const ContentType type : {ContentType::kHeader, ContentType::kFooter,
                                 ContentType::kPageNumber, ContentType::kAsideText}) {
    const Page page = page_of({block_of(type, "Hello World")});
    EXPECT_THAT(markdown_of(page), ElementsAre("Hello World"));
    EXPECT_THAT(page.discarded_blocks, IsEmpty());
  }
  EXPECT_THAT(markdown_of(page_of({block_of(ContentType::kHeader, "PAGE2"),
                                   block_of(ContentType::kHeader, "", 0.3),
                                   block_of(ContentType::kPageNumber, "2", 0.8)})),
              ElementsAre("PAGE2", "2"));
}

TEST(VlmPageChecks, MarginsBesideOthersStayMargins) {
  const Page page = page_of({block_of(ContentType::kHeader, "Journal of Tides"),
                             block_of(ContentType::kText, "Words.", 0.4)});
  EXPECT_THAT(markdown_of(page), ElementsAre("Words."));
  ASSERT_EQ(page.discarded_blocks.size(), 1u);
  EXPECT_EQ(page.discarded_blocks[0].type, BlockType::kHeader);
  const Page reference = page_of({block_of(ContentType::kHeader, "Hello")}, Compat::kReference);
  EXPECT_THAT(markdown_of(reference, Compat::kReference), IsEmpty());
  EXPECT_EQ(reference.discarded_blocks.size(), 1u);
}

// E7
TEST(VlmPageChecks, DisplayFormulasRender) {
  EXPECT_THAT(markdown_of(ContentType::kEquation, R"(\[\frac{a}{b\])"),
              ElementsAre("$$\n\\frac{a}{b}\n$$"));
  EXPECT_THAT(markdown_of(ContentType::kEquation, "x_1_2"), ElementsAre("$$\nx_1{}_2\n$$"));
  EXPECT_THAT(markdown_of(ContentType::kEquation, "x_{a}_{b}"), ElementsAre("$$\nx_{a}{}_{b}\n$$"));
}

TEST(VlmPageChecks, FormulaThatCannotRenderIsItsPicture) {
  const Page page = page_of({block_of(ContentType::kEquation, R"(a + \begin{array} b)")});
  EXPECT_EQ(page.para_blocks.at(0).sub_type, kFormulaText);
  EXPECT_THAT(markdown_of(page), ElementsAre(::testing::StartsWith("![](images/formula.jpg)  \n")));
  EXPECT_THAT(messages_of(page),
              ElementsAre("1 formula is not valid LaTeX; it is shown as picture or as code"));
  EXPECT_THAT(messages_of(page_of({block_of(ContentType::kEquation, R"(a + \begin{array} b)")},
                                  Compat::kReference)),
              IsEmpty());
}

TEST(VlmPageChecks, FormulasInTextRenderOrAreCode) {
  EXPECT_THAT(markdown_of(ContentType::kText, R"(so \(\frac{a}{b\) is)"),
              ElementsAre(R"(so $\frac{a}{b}$ is)"));
  EXPECT_THAT(markdown_of(ContentType::kText, R"(so \(\begin{array} a\) is)"),
              ElementsAre(R"(so `\begin{array} a` is)"));
}

TEST(VlmPageChecks, FormulasInTablesRenderOrAreCode) {
  const auto html = [](const std::string& cell) {
    return markdown_of(ContentType::kTable, "<fcel>" + cell + "<fcel>2<nl>").at(0);
  };
  EXPECT_EQ(html(R"(\(x < y\))"), "<table><tr><td> $x < y$ </td><td>2</td></tr></table>");
  EXPECT_EQ(html(R"(\(x_1_2\))"), "<table><tr><td> $x_1{}_2$ </td><td>2</td></tr></table>");
  EXPECT_EQ(html(R"(\(\begin{a\))"),
            R"(<table><tr><td><code>\begin{a</code></td><td>2</td></tr></table>)");
}

TEST(VlmPageChecks, MoneyIsNoMathematics) {
  EXPECT_THAT(markdown_of(ContentType::kText, "rose to $973.75/mt and $3.50"),
              ElementsAre(R"(rose to \$973.75/mt and \$3.50)"));
}

// E5
TEST(VlmPageChecks, LinesOfCodeAndContentsStay) {
  EXPECT_THAT(markdown_of(ContentType::kCode, "a = 1\nif a:\n    b()\n\nc()\nd()"),
              ElementsAre("```\na = 1\nif a:\n    b()\n\nc()\nd()\n```"));
  const std::vector<std::string> contents =
      markdown_of(ContentType::kIndex, "1 Tides ... 3\n2 Moons ... 5\n3 Suns ... 8");
  EXPECT_THAT(contents, ElementsAre(HasSubstr("1 Tides ... 3\n2 Moons ... 5\n3 Suns ... 8")));
}

// E16: everything that a page can have, without contents.
TEST(VlmPageChecks, EmptyPagesAreWritten) {
  for (const bool null : {false, true}) {
    std::vector<ContentBlock> blocks;
    for (int type = 0; type <= static_cast<int>(ContentType::kUnknown); ++type) {
      blocks.push_back(block_of(static_cast<ContentType>(type), "", 0.02 * type));
      if (null) blocks.back().content.reset();
    }
    for (const Compat compat : {Compat::kProduct, Compat::kReference}) {
      const Page page = page_of(blocks, compat);
      EXPECT_FALSE(page.preproc_blocks.empty());
      for (const std::string& paragraph : markdown_of(page, compat)) {
        EXPECT_THAT(paragraph, ::testing::AnyOf("#", "$$\n\n$$", "![](images/formula.jpg)"));
      }
    }
  }
}

TEST(VlmPageChecks, CertaintyGoesAlong) {
  ContentBlock text = block_of(ContentType::kText, "words");
  text.confidence = 0.75;
  text.min_confidence = 0.25;
  ContentBlock table = block_of(ContentType::kTable, "<fcel>a<nl>", 0.4);
  table.confidence = 0.5;
  table.min_confidence = 0.125;
  const Page page = page_of({text, table});
  ASSERT_EQ(page.para_blocks.size(), 2u);
  EXPECT_EQ(page.para_blocks[0].confidence, 0.75);
  EXPECT_EQ(page.para_blocks[0].min_confidence, 0.25);
  EXPECT_EQ(page.para_blocks[1].confidence, 0.5);
  EXPECT_EQ(page.para_blocks[1].min_confidence, 0.125);
  EXPECT_EQ(page.para_blocks[1].blocks.at(0).min_confidence, 0.125);
}

// Two formulas in one frame are as certain as the less certain one.
TEST(VlmPageChecks, CertaintyOfWhatIsMerged) {
  ContentBlock frame = block_of(ContentType::kEquationBlock, "");
  frame.content.reset();
  ContentBlock first = block_of(ContentType::kEquation, "a");
  first.confidence = 0.9;
  first.min_confidence = 0.5;
  ContentBlock second = first;
  second.confidence = 0.7;
  second.min_confidence = 0.25;
  const auto blocks = post_process({frame, first, second});
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].min_confidence, 0.25);
  EXPECT_DOUBLE_EQ(blocks[0].confidence.value_or(0), 0.8);
}

}  // namespace
}  // namespace mineru::doc::vlm
