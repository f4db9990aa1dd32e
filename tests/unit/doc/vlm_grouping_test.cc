// From content blocks to grouped blocks, rule by rule.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/vlm/captions.h"
#include "doc/vlm/grouping.h"
#include "doc/vlm/inline_formula.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/page_blocks.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using ::testing::ElementsAre;

// On a page of 1000 x 1000 points, so that boxes read as they are written.
ContentBlock content(ContentType type, std::array<double, 4> points, std::string text = "") {
  ContentBlock block;
  block.type = type;
  for (size_t i = 0; i < 4; ++i) block.bbox[i] = points[i] / 1000;
  block.angle = 0;
  block.content = std::move(text);
  return block;
}

Page page_of(const std::vector<ContentBlock>& blocks, Compat compat = Compat::kProduct) {
  Page page;
  page.size = {1000, 1000};
  build_page(page, blocks, compat);
  return page;
}

std::string text_of(const Block& block) {
  std::string text;
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) text += span.content;
  }
  return text;
}

// "image(image_caption image_body) text": types of blocks and their children.
std::string shape(const std::vector<Block>& blocks) {
  std::string out;
  for (const Block& block : blocks) {
    if (!out.empty()) out += ' ';
    out += block_type_name(block.type);
    if (!block.blocks.empty()) out += "(" + shape(block.blocks) + ")";
  }
  return out;
}

std::vector<std::string> spans_of(std::string_view text) {
  std::vector<std::string> out;
  for (const Span& span : split_inline_formulas(text, {})) {
    out.push_back((span.type == SpanType::kText ? "t:" : "f:") + span.content);
  }
  return out;
}

TEST(VlmGrouping, RelativeBoxesEqualTheReference) {
  const auto box = [](const nlohmann::ordered_json& json) {
    return Box{json[0].get<double>(), json[1].get<double>(), json[2].get<double>(),
               json[3].get<double>()};
  };
  const auto check = [&](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(relative_box(box(input["child"]), box(input["parent"])), box(expected));
  };
  EXPECT_EQ(testing::for_each_vector("relative_bbox", check), 3);
}

TEST(VlmGrouping, ContinuationsEqualTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    const std::string text = input.template get<std::string>();
    EXPECT_EQ(is_table_continuation(text), expected.template get<bool>()) << text;
  };
  EXPECT_EQ(testing::for_each_vector("table_continuation_text", check), 10);
}

TEST(VlmGrouping, InlineFormulas) {
  EXPECT_THAT(spans_of("so \\(x\\) is \\( y \\)."),
              ElementsAre("t:so ", "f:x", "t: is ", "f:y", "t:."));
  EXPECT_THAT(spans_of("\\(a\\) \\(b\\)"), ElementsAre("f:a", "f:b"));
  EXPECT_THAT(spans_of(""), ElementsAre("t:"));
  EXPECT_THAT(spans_of("no formula"), ElementsAre("t:no formula"));
  EXPECT_THAT(spans_of("open \\(x only"), ElementsAre("t:open \\(x only"));
  EXPECT_THAT(spans_of("\\(a\nb\\)"), ElementsAre("t:\\(a\nb\\)"));
  EXPECT_THAT(spans_of("\\(a\nb\\) and \\(c\\)"), ElementsAre("t:\\(a\nb\\) and ", "f:c"));
  EXPECT_THAT(spans_of("\\(\\) \\(c\\)"), ElementsAre("f:\\) \\(c"));  // never an empty formula
  EXPECT_THAT(spans_of("\\)\\("), ElementsAre("t:\\)\\("));
}

TEST(VlmGrouping, ManyOpenFormulasTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "\\(";
  text += "\n";
  for (int i = 0; i < 100'000; ++i) text += "\\)";
  EXPECT_EQ(split_inline_formulas(text, {}).size(), 1u);
}

TEST(VlmGrouping, TitlesAreOneLine) {
  const Page page =
      page_of({content(ContentType::kTitle, {10, 10, 90, 20}, " A \n  long\n title ")});
  EXPECT_EQ(text_of(page.para_blocks[0]), "A  long title");
  EXPECT_EQ(page.para_blocks[0].level, 1);
}

TEST(VlmGrouping, TitleThatWasNotReadIsNoHeading) {
  ContentBlock unread = content(ContentType::kTitle, {10, 10, 90, 20});
  unread.content.reset();
  EXPECT_EQ(shape(page_of({unread}).para_blocks), "text");
  EXPECT_EQ(shape(page_of({unread}, Compat::kReference).para_blocks), "title");
}

TEST(VlmGrouping, CodeKinds) {
  const Page page = page_of({content(ContentType::kCode, {10, 10, 90, 20}, "```py\nx = [1]\n```"),
                             content(ContentType::kAlgorithm, {10, 30, 90, 40}, "for x do"),
                             content(ContentType::kCode, {10, 50, 90, 60}, "let \\(x\\) be")});
  ASSERT_EQ(shape(page.para_blocks), "code(code_body) code(code_body) code(code_body)");
  EXPECT_EQ(page.para_blocks[0].sub_type, "code");
  EXPECT_EQ(text_of(page.para_blocks[0].blocks[0]), "x = [1]");
  EXPECT_EQ(page.para_blocks[1].sub_type, "algorithm");
  EXPECT_EQ(page.para_blocks[2].sub_type, "algorithm");
}

TEST(VlmGrouping, BoxesAreWholePointsAndIndexesThePlaceInTheReply) {
  Page page;
  page.size = {595.276, 841.89};
  ContentBlock head = content(ContentType::kHeader, {100, 10, 900, 20}, "H");
  ContentBlock text = content(ContentType::kText, {123, 234, 877, 345}, "x");
  text.confidence = 0.5;
  build_page(page, {head, content(ContentType::kUnknown, {1, 1, 2, 2}), text}, Compat::kProduct);
  ASSERT_EQ(page.para_blocks.size(), 1u);
  EXPECT_EQ(page.para_blocks[0].bbox, (Box{73, 196, 521, 290}));
  EXPECT_EQ(page.para_blocks[0].index, 2);
  EXPECT_EQ(page.para_blocks[0].confidence, 0.5);
  ASSERT_EQ(page.discarded_blocks.size(), 1u);
  EXPECT_EQ(page.discarded_blocks[0].type, BlockType::kHeader);
}

TEST(VlmGrouping, ItemsOfListsInTheOrderOfThePage) {
  const std::vector<ContentBlock> blocks = {
      content(ContentType::kList, {100, 100, 900, 500}),
      content(ContentType::kRefText, {100, 100, 900, 200}, "r"),
      content(ContentType::kText, {100, 200, 900, 300}, "t"),
      content(ContentType::kRefText, {100, 300, 900, 400}, "s"),
      content(ContentType::kText, {100, 460, 900, 560}, "u")};
  const Page page = page_of(blocks);
  EXPECT_EQ(shape(page.para_blocks), "list(ref_text text ref_text) text");  // u: 40 % inside
  EXPECT_EQ(page.para_blocks[0].sub_type, "ref_text");
  EXPECT_EQ(shape(page_of(blocks, Compat::kReference).para_blocks),
            "list(text ref_text ref_text) text");
}

TEST(VlmGrouping, PartsOfCaptionsOnTheSameLine) {
  const auto blocks = [](double y) {
    return std::vector<ContentBlock>{
        content(ContentType::kImageCaption, {100, y, 200, y + 20}, "Figure 3:"),
        content(ContentType::kText, {210, y, 900, y + 20}, "A bridge"),
        content(ContentType::kImage, {100, 300, 900, 600})};
  };
  EXPECT_EQ(shape(page_of(blocks(270)).para_blocks),
            "image(image_caption image_caption image_body)");
  EXPECT_EQ(shape(page_of(blocks(200)).para_blocks), "text image(image_caption image_body)");
}

TEST(VlmGrouping, PartsOfCaptionsStackedOverATable) {
  const std::vector<ContentBlock> blocks = {
      content(ContentType::kText, {100, 200, 900, 220}, "before"),
      content(ContentType::kTableCaption, {100, 230, 900, 250}, "Table 1"),
      content(ContentType::kText, {100, 255, 900, 275}, "in per cent"),
      content(ContentType::kTable, {100, 280, 900, 600}, "<table></table>")};
  EXPECT_EQ(shape(page_of(blocks).para_blocks),
            "text table(table_caption table_caption table_body)");
}

TEST(VlmGrouping, ContinuedTableAtTheTopOfThePage) {
  const auto blocks = [](const char* text) {
    return std::vector<ContentBlock>{content(ContentType::kHeader, {100, 10, 900, 20}, "H"),
                                     content(ContentType::kText, {100, 60, 300, 80}, text),
                                     content(ContentType::kTable, {100, 100, 900, 300}, "")};
  };
  EXPECT_EQ(shape(page_of(blocks("续表")).para_blocks), "table(table_caption table_body)");
  EXPECT_EQ(shape(page_of(blocks("Text")).para_blocks), "text table(table_body)");
}

TEST(VlmGrouping, CaptionsAndFootnotesFindTheirBodies) {
  // A caption between two pictures goes to the nearer one.
  EXPECT_EQ(shape(page_of({content(ContentType::kImage, {100, 100, 900, 200}),
                           content(ContentType::kImageCaption, {100, 210, 900, 220}, "c"),
                           content(ContentType::kImage, {100, 240, 900, 300})})
                      .para_blocks),
            "image(image_body image_caption) image(image_body)");
  // Text between keeps them apart; text of another column does not.
  EXPECT_EQ(shape(page_of({content(ContentType::kImage, {100, 100, 900, 200}),
                           content(ContentType::kText, {100, 210, 900, 230}, "t"),
                           content(ContentType::kImageCaption, {100, 240, 900, 250}, "c")})
                      .para_blocks),
            "image(image_body) text text");
  EXPECT_EQ(shape(page_of({content(ContentType::kImage, {100, 100, 400, 200}),
                           content(ContentType::kText, {500, 400, 900, 600}, "t"),
                           content(ContentType::kImageCaption, {100, 210, 400, 220}, "c")})
                      .para_blocks),
            "image(image_body image_caption) text");
  // A footnote is never before its body; past a caption it may be.
  EXPECT_EQ(shape(page_of({content(ContentType::kTable, {100, 100, 900, 200}),
                           content(ContentType::kTableCaption, {100, 205, 900, 215}, "c"),
                           content(ContentType::kTableFootnote, {100, 220, 900, 230}, "f")})
                      .para_blocks),
            "table(table_body table_caption table_footnote)");
  // The kind is that of the body, whatever the model called it.
  EXPECT_EQ(shape(page_of({content(ContentType::kTableCaption, {100, 90, 900, 99}, "c"),
                           content(ContentType::kCode, {100, 100, 900, 200}, "x"),
                           content(ContentType::kImageFootnote, {100, 205, 900, 215}, "f")})
                      .para_blocks),
            "code(code_caption code_body code_footnote)");
}

TEST(VlmGrouping, PicturesOfPictures) {
  const Page page = page_of({content(ContentType::kImageBlock, {100, 100, 900, 500}),
                             content(ContentType::kImage, {100, 100, 500, 500}),
                             content(ContentType::kChart, {500, 100, 900, 500}),
                             content(ContentType::kImage, {100, 600, 900, 700})});
  ASSERT_EQ(shape(page.para_blocks), "image(image_body) image(image_body)");
  const auto& parts = page.para_blocks[0].sub_images;
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].type, SpanType::kChart);
  EXPECT_EQ(parts[1].bbox, (Box{0.5, 0, 1, 1}));
  EXPECT_TRUE(parts[1].cut.empty());
  EXPECT_TRUE(page.para_blocks[1].sub_images.empty());
}

TEST(VlmGrouping, PicturesInTablesBecomeFiles) {
  const std::string uri = "data:image/jpeg;base64,/9j/2Q==";
  const Page page = page_of({content(ContentType::kTable, {100, 100, 900, 500},
                                     "<td><img src=\"" + uri + "\"/><img src=\"" + uri +
                                         "\"/><img src=\"data:image/x;base64,!\"/></td>")});
  ASSERT_EQ(page.images.size(), 1u);
  const std::string name = page.images[0].name;
  EXPECT_EQ(name.size(), 68u);
  EXPECT_EQ(page.images[0].jpeg, "\xff\xd8\xff\xd9");
  EXPECT_EQ(page.para_blocks[0].blocks[0].lines[0].spans[0].html,
            "<td><img src=\"" + name + "\"/><img src=\"" + name +
                "\"/><img src=\"data:image/x;base64,!\"/></td>");
}

std::vector<ContentBlock> two_columns(const std::string& first, const std::string& second) {
  ContentBlock next = content(ContentType::kText, {550, 100, 950, 500}, second);
  next.merge_prev = true;
  return {content(ContentType::kText, {50, 600, 450, 900}, first), next};
}

size_t num_merged(const std::vector<ContentBlock>& blocks) {
  size_t count = 0;
  for (const Block& block : page_of(blocks).para_blocks) count += block.lines_deleted ? 1 : 0;
  return count;
}

TEST(VlmParagraphs, GoOnInTheNextColumn) {
  const Page page = page_of(two_columns("the quiet", "river was"));
  ASSERT_EQ(page.para_blocks.size(), 2u);
  EXPECT_EQ(text_of(page.para_blocks[0]), "the quietriver was");
  EXPECT_TRUE(page.para_blocks[1].lines_deleted);
  EXPECT_EQ(text_of(page.preproc_blocks[1]), "river was");
  EXPECT_EQ(num_merged(two_columns("It ended.", "river was")), 0u);
  EXPECT_EQ(num_merged(two_columns("结束。", "然后")), 0u);
  EXPECT_EQ(num_merged(two_columns("the quiet", "River was")), 0u);
  EXPECT_EQ(num_merged(two_columns("the quiet", "3 rivers")), 0u);
  EXPECT_EQ(num_merged(two_columns("", "river was")), 0u);
}

TEST(VlmParagraphs, StopAtTitlesAndGoPastPictures) {
  auto blocks = two_columns("the quiet", "river was");
  blocks.insert(blocks.begin() + 1, content(ContentType::kImage, {550, 10, 950, 90}));
  EXPECT_EQ(num_merged(blocks), 1u);
  blocks[1] = content(ContentType::kTitle, {550, 10, 950, 90}, "T");
  EXPECT_EQ(num_merged(blocks), 0u);
}

TEST(VlmParagraphs, StraightBelowIsNoContinuation) {
  ContentBlock next = content(ContentType::kText, {50, 600, 450, 900}, "river was");
  next.merge_prev = true;
  EXPECT_EQ(num_merged({content(ContentType::kText, {50, 100, 450, 500}, "the quiet"), next}), 0u);
}

LaidPage references(const std::string& text) {
  return {page_of({content(ContentType::kList, {100, 100, 900, 900}),
                   content(ContentType::kRefText, {100, 100, 900, 200}, text)}),
          {}};
}

TEST(VlmParagraphs, ListOfReferencesOverThreePages) {
  std::vector<LaidPage> pages;
  pages.push_back(references("[1]"));
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 0u);
  pages.push_back(references("[2]"));
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 0u);  // page 1 may still grow
  pages.push_back({page_of({}), {}});
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 0u);
  pages.push_back(references("[3]"));
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 0u);
  const auto& items = pages[0].page.para_blocks[0].blocks;
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(text_of(items[2]), "[3]");
  EXPECT_FALSE(items[0].lines[0].spans[0].cross_page);
  EXPECT_TRUE(items[2].lines[0].spans[0].cross_page);
  EXPECT_TRUE(pages[3].page.para_blocks[0].lines_deleted);
  EXPECT_EQ(text_of(pages[3].page.preproc_blocks[0].blocks[0]), "[3]");
  pages.push_back({page_of({content(ContentType::kText, {100, 100, 900, 200}, "t")}), {}});
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 5u);
}

TEST(VlmParagraphs, PagesDoNotWaitForever) {
  std::vector<LaidPage> pages;
  size_t final = 0;
  for (int i = 0; i < 70 && final == 0; ++i) {
    pages.push_back(references("[x]"));
    final = join_overleaf(pages, {Tables::kMerge});
  }
  EXPECT_EQ(pages.size(), 65u);
  EXPECT_EQ(final, 65u);
}

}  // namespace
}  // namespace mineru::doc::vlm
