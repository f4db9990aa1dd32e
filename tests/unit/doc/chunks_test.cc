#include "doc/writers/chunks.h"

#include <gtest/gtest.h>

#include "doc/writers/sentence_cut.h"
#include "text/utf8.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::Json;
using testing::text_block;

Block titled(const std::string& text, int level, int index) {
  Block block = text_block(BlockType::kTitle, {text});
  block.level = level;
  block.index = index;
  return block;
}

Block paragraph(const std::string& text, int index) {
  Block block = text_block(BlockType::kText, {text});
  block.index = index;
  return block;
}

Block table(const std::string& caption, int index) {
  Block body = text_block(BlockType::kTableBody, {""});
  body.lines[0].spans[0].type = SpanType::kTable;
  body.lines[0].spans[0].html = "<table><tr><td>1</td></tr></table>";
  Block block;
  block.type = BlockType::kTable;
  block.index = index;
  block.bbox = {0, 0, 612, 792};
  block.blocks = {text_block(BlockType::kTableCaption, {caption}), body};
  return block;
}

Page page_of(int source_page, std::vector<Block> blocks) {
  Page page;
  page.page_idx = page.source_page = source_page;
  page.size = {612, 792};
  page.para_blocks = std::move(blocks);
  return page;
}

struct Result {
  std::u32string markdown;
  std::vector<Json> chunks;

  std::string slice(size_t i) const {
    const size_t start = chunks[i]["md_start"];
    const size_t end = chunks[i]["md_end"];
    return text::to_utf8(markdown.substr(start, end - start));
  }
};

// Every chunk is its part of the Markdown, exactly; chunks do not overlap.
Result chunk(const std::vector<Page>& pages, const RenderOptions& options = {}) {
  Result result;
  Chunker chunker;
  std::string lines;
  for (const Page& page : pages) {
    const auto pieces = markdown_pieces(page, options);
    lines += chunker.add(page, pieces);
    for (const MarkdownPiece& piece : pieces) {
      if (!result.markdown.empty()) result.markdown += U"\n\n";
      result.markdown += text::from_utf8(piece.text);
    }
  }
  lines += chunker.finish();
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) result.chunks.push_back(Json::parse(line));
  size_t last = 0;
  for (size_t i = 0; i < result.chunks.size(); ++i) {
    EXPECT_EQ(result.slice(i), result.chunks[i]["text"]);
    EXPECT_LE(last, result.chunks[i]["md_start"].get<size_t>());
    last = result.chunks[i]["md_end"];
  }
  return result;
}

TEST(Chunks, OneHeadingOneChunk) {
  const Result result =
      chunk({page_of(2, {titled("1 标题", 1, 0), paragraph("甲乙。", 1), paragraph("b_c", 2)})});
  ASSERT_EQ(result.chunks.size(), 1u);
  EXPECT_EQ(result.chunks[0].dump(),
            R"({"id":"p3-b0","text":"# 1 标题\n\n甲乙。\n\nb\\_c","page":3,"pages":[3,3],)"
            R"("bbox":[99,99,898,199],"heading_path":["1 标题"],"type":"text",)"
            R"("block_ids":["p3-b0","p3-b1","p3-b2"],"md_start":0,"md_end":17})");
}

TEST(Chunks, HeadingsNest) {
  const Result result = chunk(
      {page_of(0, {titled("A", 1, 0), titled("A.1", 2, 1), paragraph("x", 2), titled("A.2", 2, 3),
                   paragraph("y", 4), titled("B", 1, 5), titled("C", 1, 6)})});
  ASSERT_EQ(result.chunks.size(), 4u);
  EXPECT_EQ(result.chunks[0]["heading_path"], Json({"A", "A.1"}));
  EXPECT_EQ(result.chunks[0]["text"], "# A\n\n## A.1\n\nx");
  EXPECT_EQ(result.chunks[1]["heading_path"], Json({"A", "A.2"}));
  EXPECT_EQ(result.chunks[2]["heading_path"], Json({"B"}));
  EXPECT_EQ(result.chunks[2]["type"], "title");
  EXPECT_EQ(result.chunks[3]["heading_path"], Json({"C"}));
}

TEST(Chunks, TablesStandApart) {
  const Result result =
      chunk({page_of(0, {paragraph("before", 0), table("Table 1", 1), paragraph("after", 2)})});
  ASSERT_EQ(result.chunks.size(), 3u);
  EXPECT_EQ(result.chunks[1]["type"], "table");
  EXPECT_EQ(result.chunks[1]["text"], "Table 1\n\n<table><tr><td>1</td></tr></table>");
  EXPECT_EQ(result.chunks[1]["bbox"], Json({0, 0, 1000, 1000}));
  EXPECT_EQ(result.chunks[2]["text"], "after");
}

TEST(Chunks, PacksUpToAThousand) {
  const std::string words(400, 'a');
  const Result result = chunk({page_of(0, {paragraph(words, 0), paragraph(words, 1)}),
                               page_of(1, {paragraph(words, 0), paragraph(words, 1)})});
  ASSERT_EQ(result.chunks.size(), 2u);
  EXPECT_EQ(result.chunks[0]["block_ids"], Json({"p1-b0", "p1-b1"}));
  EXPECT_EQ(result.chunks[1]["pages"], Json({2, 2}));
  const std::string longer(1900, 'b');
  EXPECT_EQ(chunk({page_of(0, {paragraph(longer, 0)})}).chunks.size(), 1u);
}

TEST(Chunks, ChunkOverTwoPages) {
  const Result result = chunk({page_of(0, {paragraph("a", 0)}), page_of(4, {paragraph("b", 0)})});
  ASSERT_EQ(result.chunks.size(), 1u);
  EXPECT_EQ(result.chunks[0]["page"], 1);
  EXPECT_EQ(result.chunks[0]["pages"], Json({1, 5}));
}

TEST(Chunks, MergedParagraphEndsOnTheNextPage) {
  Block merged = paragraph("begins ends", 0);
  merged.lines[0].spans[0].cross_page = true;
  Block apart = table("T", 1);
  const Result result = chunk({page_of(0, {merged, apart}), page_of(6, {})});
  ASSERT_EQ(result.chunks.size(), 2u);
  EXPECT_EQ(result.chunks[0]["pages"], Json({1, 7}));
  EXPECT_EQ(result.chunks[1]["pages"], Json({1, 1}));
}

TEST(Chunks, LongTextIsCutAtSentences) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "This is one of the sentences, of all. ";
  const Result result = chunk({page_of(0, {titled("T", 1, 0), paragraph(text, 1)})});
  ASSERT_EQ(result.chunks.size(), 3u);
  EXPECT_EQ(result.chunks[0]["block_ids"], Json({"p1-b0", "p1-b1"}));
  EXPECT_EQ(result.chunks[1]["id"], "p1-b1.2");
  EXPECT_EQ(result.chunks[2]["id"], "p1-b1.3");
  for (const Json& one : result.chunks) {
    const std::string part = one["text"];
    EXPECT_TRUE(part.ends_with("of all.")) << part;
    EXPECT_LE(part.size(), 1010u);
    EXPECT_EQ(one["heading_path"], Json({"T"}));
  }
}

TEST(Chunks, MarkersAndFurnitureAreNoChunks) {
  Page page = page_of(0, {paragraph("a", 0)});
  Page next = page_of(1, {paragraph("b", 0)});
  next.discarded_blocks = {text_block(BlockType::kHeader, {"head"})};
  next.discarded_blocks[0].index = 1;
  const Result result =
      chunk({page, next}, {.furniture = Furniture::kComment, .page_markers = true});
  ASSERT_EQ(result.chunks.size(), 1u);
  EXPECT_EQ(result.chunks[0]["text"], "a\n\n<!-- page 2 -->\n\n<!-- header: head -->\n\nb");
  EXPECT_EQ(result.chunks[0]["block_ids"], Json({"p1-b0", "p2-b0"}));
}

TEST(SentenceCut, KnowsSentences) {
  const auto parts = [](std::u32string_view text, size_t wanted) {
    std::vector<std::string> out;
    for (const auto& [from, to] : cut_at_sentences(text, wanted)) {
      out.push_back(text::to_utf8(text.substr(from, to - from)));
    }
    return out;
  };
  using Parts = std::vector<std::string>;
  EXPECT_EQ(parts(U"甲乙。丙丁！戊己", 4), Parts({"甲乙。", "丙丁！", "戊己"}));
  EXPECT_EQ(parts(U"One (see e.g. this). Two 3.14 is.", 22),
            Parts({"One (see e.g. this).", "Two 3.14 is."}));
  EXPECT_EQ(parts(U"no end here at all", 8), Parts({"no end", "here at", "all"}));
  EXPECT_EQ(parts(U"abcdefghij", 4), Parts({"abcd", "efgh", "ij"}));
  EXPECT_EQ(parts(U"  ", 4), Parts());
}

}  // namespace
}  // namespace mineru::doc
