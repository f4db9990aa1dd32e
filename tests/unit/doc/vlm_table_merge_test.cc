// Tables that go on overleaf.
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/vlm/overleaf.h"
#include "doc/vlm/table_merge.h"
#include "doc/vlm/table_merge_rows.h"
#include "doc/vlm/table_merge_tree.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;

Block leaf(BlockType type, const Box& bbox, const std::string& content) {
  Block block;
  block.type = type;
  block.bbox = bbox;
  Span span;
  span.bbox = bbox;
  if (type == BlockType::kTableBody) {
    span.type = SpanType::kTable;
    span.html = content;
  } else {
    span.content = content;
  }
  block.lines.push_back({bbox, {span}});
  return block;
}

Box to_box(const Json& json) {
  return {json[0].get<double>(), json[1].get<double>(), json[2].get<double>(),
          json[3].get<double>()};
}

void add_children(Block& table, const Json& json, const char* key, BlockType type) {
  if (!json.contains(key)) return;
  for (const Json& child : json[key]) {
    table.blocks.push_back(leaf(type, to_box(child[1]), child[0].get<std::string>()));
  }
}

// A page that is one table.
LaidPage table_page(const Json& json) {
  LaidPage laid;
  Block table;
  table.type = BlockType::kTable;
  table.bbox = json.contains("bbox") ? to_box(json["bbox"]) : Box{60, 400, 550, 700};
  add_children(table, json, "captions", BlockType::kTableCaption);
  table.blocks.push_back(leaf(BlockType::kTableBody, table.bbox, json["html"].get<std::string>()));
  if (json.contains("cell_merge")) {
    table.blocks.back().cell_merge = json["cell_merge"].get<std::vector<int>>();
  }
  add_children(table, json, "footnotes", BlockType::kTableFootnote);
  laid.page.para_blocks.push_back(std::move(table));
  return laid;
}

std::string content_of(const Block& block) {
  std::string text;
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) text += span.content + span.html;
  }
  return text;
}

Json texts(const std::vector<Block>& blocks, BlockType type) {
  Json array = Json::array();
  for (const Block& block : blocks) {
    if (block.type == type) array.push_back(content_of(block));
  }
  return array;
}

TEST(VlmTableMerge, EqualsTheReference) {
  const auto check = [](const Json& input, const Json& expected, const std::string&) {
    std::vector<LaidPage> pages;
    for (const Json& json : input) pages.push_back(table_page(json));
    finish_overleaf(pages, {Tables::kMerge, Compat::kReference});
    ASSERT_EQ(pages.size(), expected.size());
    for (size_t i = 0; i < pages.size(); ++i) {
      const auto& blocks = pages[i].page.para_blocks;
      const auto& parts = blocks.front().blocks;
      const Json bodies = texts(parts, BlockType::kTableBody);
      ASSERT_EQ(bodies.size(), 1u);
      EXPECT_EQ(bodies[0], expected[i]["html"].is_null() ? "" : expected[i]["html"]);
      EXPECT_EQ(bodies[0] == "", expected[i]["deleted"].get<bool>());
      EXPECT_EQ(texts(parts, BlockType::kTableCaption), expected[i]["captions"]);
      EXPECT_EQ(texts(parts, BlockType::kTableFootnote), expected[i]["footnotes"]);
      EXPECT_EQ(texts(blocks, BlockType::kText), expected[i]["text_blocks_after"]);
    }
  };
  EXPECT_EQ(testing::for_each_vector("table_merge", check), 20);
}

LaidPage simple_page(const std::string& cell) {
  return table_page({{"html", "<table><tr><td>" + cell + "</td></tr></table>"}});
}

LaidPage text_page() {
  LaidPage laid;
  laid.page.para_blocks.push_back(leaf(BlockType::kText, {60, 60, 550, 80}, "text"));
  return laid;
}

TEST(VlmTableMerge, PagesWaitForTheEndOfATable) {
  std::vector<LaidPage> pages;
  pages.push_back(text_page());
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 1u);
  pages[0].page.para_blocks.push_back(simple_page("a").page.para_blocks[0]);
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 0u);
  pages.push_back(simple_page("b"));
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 0u);
  pages.push_back(simple_page("c"));
  pages[2].page.para_blocks.push_back(text_page().page.para_blocks[0]);
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 3u);
  EXPECT_EQ(texts(pages[0].page.para_blocks[1].blocks, BlockType::kTableBody)[0],
            "<table><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr></table>");
  EXPECT_TRUE(pages[1].page.para_blocks[0].blocks[0].lines_deleted);
  EXPECT_TRUE(pages[2].page.para_blocks[0].blocks[0].lines_deleted);
}

TEST(VlmTableMerge, PageThatEndsInATableWaitsForOneMore) {
  std::vector<LaidPage> pages;
  pages.push_back(simple_page("a"));
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 0u);
  pages.push_back(text_page());
  pages[1].page.para_blocks.push_back(simple_page("b").page.para_blocks[0]);
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 1u);
  pages.erase(pages.begin());
  pages.push_back(text_page());
  EXPECT_EQ(join_overleaf(pages, {Tables::kMerge}), 2u);
}

TEST(VlmTableMerge, NothingWaitsForTablesThatAreNotMerged) {
  std::vector<LaidPage> pages;
  pages.push_back(simple_page("a"));
  EXPECT_EQ(join_overleaf(pages, {Tables::kKeep}), 1u);
}

TEST(VlmTableMerge, LongTablesAreCut) {
  std::vector<LaidPage> pages;
  size_t final = 0;
  for (int i = 0; i < 70 && final == 0; ++i) {
    pages.push_back(simple_page("x"));
    final = join_overleaf(pages, {Tables::kMerge});
  }
  EXPECT_EQ(pages.size(), 65u);
  EXPECT_EQ(final, 65u);
}

// An empty cell under one that the page break has cut is no cell of its own.
TEST(VlmTableMerge, CellsThatSpanThePageBreak) {
  EXPECT_EQ(merge_table_rows("<table><tr><td rowspan=\"3\">g</td><td>1</td></tr></table>",
                             "<table><tr><td rowspan=\"2\"></td><td>2</td></tr><tr><td>3</td></tr>"
                             "<tr><td>h</td><td>4</td></tr></table>",
                             {}, Compat::kProduct),
            "<table><tr><td rowspan=\"3\">g</td><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td>"
            "</tr><tr><td>h</td><td>4</td></tr></table>");
  EXPECT_EQ(merge_table_rows("<table><tr><td rowspan=\"2\">g</td><td>1</td></tr></table>",
                             "<table><tr><td rowspan=\"2\"></td><td>2</td></tr><tr><td>3</td></tr>"
                             "</table>",
                             {}, Compat::kProduct),
            "<table><tr><td rowspan=\"2\">g</td><td>1</td></tr><tr><td>2</td></tr><tr>"
            "<td rowspan=\"1\"></td><td>3</td></tr></table>");
}

// A cell within a cell belongs to the row as well: taken out with the outer one, it is still there.
TEST(VlmTableMerge, CellsWithinCells) {
  const auto merged =
      merge_table_rows("<table><tr><td rowspan=\"5\" colspan=\"2\">g</td></tr></table>",
                       "<table><tr><td rowspan=\"2\"><td rowspan=\"2\"></td></td></tr>"
                       "<tr><tr><td rowspan=\"2\"></td></tr></tr></table>",
                       {}, Compat::kReference);
  ASSERT_TRUE(merged.has_value());
  EXPECT_THAT(*merged, ::testing::StartsWith("<table><tr><td rowspan=\"5\" colspan=\"2\">g"));
}

// Under the sanitizers this finds cells that are used after they went, and trees that became rings.
TEST(VlmTableMerge, RandomTables) {
  const std::vector<std::string> parts = {"<table>",
                                          "</table>",
                                          "<tr>",
                                          "</tr>",
                                          "<td>",
                                          "</td>",
                                          "<td rowspan=\"2\">",
                                          "<td colspan=3 rowspan=4>",
                                          "<td rowspan=9>",
                                          "<th>",
                                          "<tbody>",
                                          "</tbody>",
                                          "a",
                                          "<",
                                          "<td></td>",
                                          "<tr><td>x</td><td>y</td></tr>",
                                          "<tr><td rowspan=2></td><td>y</td></tr>"};
  std::mt19937 random(7);  // NOLINT: the same tables in every run
  const auto table = [&] {
    std::string html;
    for (size_t i = random() % 30; i-- > 0;) html += parts[random() % parts.size()];
    return html;
  };
  int merged = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string first = table();
    const std::string second = table();
    const auto rows = merge_table_rows(first, second, {1, static_cast<int>(random() % 2), 1},
                                       i % 2 == 0 ? Compat::kReference : Compat::kProduct);
    merged += rows.has_value() ? 1 : 0;
  }
  EXPECT_GT(merged, 300);
}

TEST(VlmTableMerge, TreesOfBrokenHtml) {
  const auto again = [](std::string_view html) {
    const auto tree = parse_html(html);
    return tree ? write_html(**tree) : std::string("none");
  };
  EXPECT_EQ(again("<TABLE Class=x><tr><td a='1' b>x</td></tr></table>"),
            "<table class=\"x\"><tr><td a=\"1\" b=\"\">x</td></tr></table>");
  EXPECT_EQ(again("a < b & c <3 &eacute; </p>"), "a &lt; b &amp; c &lt;3 &eacute; ");
  EXPECT_EQ(again("<td><br>x<img src=\"a.jpg\"/></td"),
            "<td><br/>x<img src=\"a.jpg\"/>&lt;/td</td>");
  EXPECT_EQ(again("<a t=\"&quot;\">"), "<a t='\"'></a>");
  EXPECT_EQ(again("<a \"=x"), "&lt;a \"=x");
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<b>";
  EXPECT_EQ(again(deep), "none");
  EXPECT_EQ(merge_table_rows("", "<table><tr><td>1</td></tr></table>", {}, Compat::kReference),
            std::nullopt);
  EXPECT_EQ(merge_table_rows("<table><tr><td colspan=\"99999\">x</td></tr></table>",
                             "<table><tr><td>1</td></tr></table>", {}, Compat::kProduct),
            std::nullopt);
}

}  // namespace
}  // namespace mineru::doc::vlm
