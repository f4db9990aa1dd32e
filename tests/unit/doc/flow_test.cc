#include "doc/flow.h"

#include <string>

#include <gtest/gtest.h>

namespace mineru::doc {
namespace {

Block block(BlockType type, const std::string& content, double height = 10) {
  Block out;
  out.type = type;
  out.bbox = {50, 100, 250, 100 + height};
  if (!content.empty()) {
    Span span;
    span.content = content;
    span.bbox = out.bbox;
    out.lines.push_back({out.bbox, {span}});
  }
  return out;
}

// Pages of blocks with their flow; "first+second" shows joined lines, "-" an empty shell.
class PageOf {
 public:
  // A paragraph that runs on at its end.
  PageOf& open(const std::string& text) { return add(block(BlockType::kText, text), {true, true}); }
  // One that goes on from elsewhere.
  PageOf& rest(const std::string& text) {
    return add(block(BlockType::kText, text), {false, false});
  }
  PageOf& whole(const std::string& text) {
    return add(block(BlockType::kText, text), {true, false});
  }
  PageOf& other(BlockType type) { return add(block(type, ""), {}); }
  PageOf& references(const std::vector<std::string>& items) {
    Block list = block(BlockType::kList, "");
    list.sub_type = "ref_text";
    for (const std::string& item : items) list.blocks.push_back(block(BlockType::kRefText, item));
    return add(list, {});
  }
  PageOf& add(Block added, Flow flow) {
    page.page.para_blocks.push_back(std::move(added));
    page.flows.push_back(flow);
    return *this;
  }

  std::string shown() const {
    std::string out;
    for (const Block& b : page.page.para_blocks) out += (out.empty() ? "" : " ") + shown(b);
    return out;
  }

  LaidPage page;

 private:
  static std::string shown(const Block& b) {
    if (b.lines_deleted) return b.lines.empty() ? "-" : "?";
    std::string out;
    for (const Line& line : b.lines)
      out +=
          (out.empty() ? "" : "+") + line.spans[0].content + (line.spans[0].cross_page ? "*" : "");
    for (const Block& child : b.blocks) out += (out.empty() ? "[" : ",") + shown(child);
    if (!b.blocks.empty()) out += "]";
    return out.empty() ? std::string(block_type_name(b.type)) : out;
  }
};

std::string within(PageOf page) {
  join_within_page(page.page);
  EXPECT_EQ(page.page.page.para_blocks.size(), page.page.flows.size());
  return page.shown();
}

std::string across(PageOf previous, PageOf next) {
  join_across_pages(previous.page, next.page);
  return previous.shown() + " / " + next.shown();
}

TEST(JoinWithinPage, ColumnsAndFloats) {
  EXPECT_EQ(within(PageOf().open("the").rest("river")), "the+river -");
  EXPECT_EQ(within(PageOf().open("the").other(BlockType::kImage).rest("river")),
            "the+river image -");
  EXPECT_EQ(within(PageOf().open("the").other(BlockType::kTable).other(BlockType::kCode).rest("r")),
            "the+r table code -");
}

TEST(JoinWithinPage, AParagraphOverThreeColumns) {
  PageOf page =
      PageOf().open("the").add(block(BlockType::kText, "quiet"), {false, true}).rest("river");
  EXPECT_EQ(within(page), "the+quiet+river - -");
}

TEST(JoinWithinPage, LeavesApart) {
  EXPECT_EQ(within(PageOf().open("the").whole("River")), "the River");       // starts anew
  EXPECT_EQ(within(PageOf().whole("the").rest("river")), "the river");       // does not run on
  EXPECT_EQ(within(PageOf().open("the end.").rest("And")), "the end. And");  // a sentence ends
  EXPECT_EQ(within(PageOf().open("结束。").rest("河")), "结束。 河");
  EXPECT_EQ(within(PageOf().open("a").other(BlockType::kTitle).rest("b")), "a title b");
  EXPECT_EQ(within(PageOf().open("a").other(BlockType::kInterlineEquation).rest("b")),
            "a interline_equation b");
  EXPECT_EQ(within(PageOf().open("a").references({"r"}).rest("b")), "a [r] b");
}

TEST(JoinWithinPage, SmallPrintDoesNotContinueTheBody) {
  PageOf page = PageOf().open("the").add(block(BlockType::kText, "river", 7), {false, false});
  EXPECT_EQ(within(page), "the river");
}

TEST(JoinWithinPage, TurnedTextDoesNotContinueTheUpright) {
  PageOf page = PageOf().open("the").rest("river");
  page.page.page.para_blocks[1].angle = 90;
  EXPECT_EQ(within(page), "the river");
}

TEST(JoinWithinPage, NothingToJoin) {
  EXPECT_EQ(within(PageOf()), "");
  EXPECT_EQ(within(PageOf().rest("river")), "river");
  EXPECT_EQ(within(PageOf().other(BlockType::kImage).rest("river")), "image river");
  EXPECT_EQ(within(PageOf().add(block(BlockType::kText, ""), {true, true}).rest("r")), "text r");
}

TEST(JoinAcrossPages, LastTextToFirst) {
  EXPECT_EQ(across(PageOf().whole("a").open("the"), PageOf().rest("river").whole("b")),
            "a the+river* / - b");
}

TEST(JoinAcrossPages, OverFloatsOnBothSides) {
  EXPECT_EQ(across(PageOf().open("the").other(BlockType::kTable),
                   PageOf().other(BlockType::kImage).rest("river")),
            "the+river* table / image -");
}

// The last paragraph of the page is an empty shell: what it belonged to goes on.
TEST(JoinAcrossPages, OverAShell) {
  PageOf page = PageOf().open("the").add(block(BlockType::kText, "quiet"), {false, true});
  join_within_page(page.page);
  EXPECT_EQ(across(page, PageOf().rest("river")), "the+quiet+river* - / -");
}

// What was joined to the last paragraph tells whether it goes on.
TEST(JoinAcrossPages, JoinedParagraphThatEnds) {
  PageOf page = PageOf().open("the").rest("river");
  join_within_page(page.page);
  EXPECT_EQ(across(page, PageOf().rest("goes on")), "the+river - / goes on");
}

TEST(JoinAcrossPages, LeavesApart) {
  EXPECT_EQ(across(PageOf().open("the"), PageOf().whole("River")), "the / River");
  EXPECT_EQ(across(PageOf().whole("the"), PageOf().rest("river")), "the / river");
  EXPECT_EQ(across(PageOf().open("the"), PageOf().other(BlockType::kTitle).rest("river")),
            "the / title river");
  EXPECT_EQ(across(PageOf().open("the").other(BlockType::kTitle), PageOf().rest("river")),
            "the title / river");
}

// A page that failed has no blocks.
TEST(JoinAcrossPages, EmptyPages) {
  EXPECT_EQ(across(PageOf(), PageOf().rest("river")), " / river");
  EXPECT_EQ(across(PageOf().open("the"), PageOf()), "the / ");
}

std::string continued(const PageOf& previous, PageOf next) {
  continue_references(previous.page, next.page);
  EXPECT_EQ(next.page.page.para_blocks.size(), next.page.flows.size());
  return next.shown();
}

TEST(ContinueReferences, ParagraphsBecomeItems) {
  EXPECT_EQ(continued(PageOf().references({"a"}), PageOf().whole("b").whole("c")), "[b,c]");
}

TEST(ContinueReferences, UpToTheNextTitle) {
  EXPECT_EQ(continued(PageOf().references({"a"}),
                      PageOf().whole("b").other(BlockType::kTitle).whole("c")),
            "[b] title c");
}

TEST(ContinueReferences, ListsAreTakenIn) {
  EXPECT_EQ(continued(PageOf().references({"a"}), PageOf().whole("b").references({"c", "d"})),
            "[b,c,d]");
}

TEST(ContinueReferences, BlocksAreNumberedAnew) {
  PageOf next = PageOf().whole("b").whole("c").other(BlockType::kTitle);
  continue_references(PageOf().references({"a"}).page, next.page);
  const auto& blocks = next.page.page.para_blocks;
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].type, BlockType::kList);
  EXPECT_EQ(blocks[0].sub_type, "ref_text");
  EXPECT_EQ(blocks[0].blocks[1].type, BlockType::kRefText);
  EXPECT_EQ(blocks[0].blocks[1].index, 1);
  EXPECT_EQ(blocks[1].index, 1);
  EXPECT_EQ(next.page.page.preproc_blocks.size(), 2u);
}

TEST(ContinueReferences, LeavesOtherPagesAlone) {
  EXPECT_EQ(continued(PageOf().whole("a"), PageOf().whole("b")), "b");
  EXPECT_EQ(continued(PageOf().references({"a"}).whole("end"), PageOf().whole("b")), "b");
  EXPECT_EQ(continued(PageOf().references({"a"}), PageOf().other(BlockType::kTitle).whole("b")),
            "title b");
  EXPECT_EQ(continued(PageOf(), PageOf().whole("b")), "b");
  EXPECT_EQ(continued(PageOf().references({"a"}), PageOf()), "");
}

}  // namespace
}  // namespace mineru::doc
