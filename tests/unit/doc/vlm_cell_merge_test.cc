// The model's word on which cells go on overleaf.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/vlm/cell_merge.h"
#include "doc/vlm/content_json.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ContentBlock table(const std::string& html, std::array<double, 4> bbox = {0.1, 0.1, 0.9, 0.9}) {
  ContentBlock block;
  block.type = ContentType::kTable;
  block.bbox = bbox;
  block.content = "<table>" + html + "</table>";
  return block;
}

ContentBlock other(ContentType type) {
  ContentBlock block;
  block.type = type;
  block.content = "x";
  return block;
}

std::string rows_of(const std::string& first, const std::string& second) {
  const auto task = cell_merge_task({table(first)}, {table(second)}, Compat::kReference);
  return task ? task->prompt : "none";
}

std::vector<int> parsed(std::string_view reply) {
  return parse_cell_merge(reply).value_or(std::vector<int>{-1});
}

TEST(CellMerge, RepliesEqualTheReference) {
  const auto check = [](const Json& input, const Json& expected, const std::string&) {
    const auto flags = parse_cell_merge(input.get<std::string>());
    EXPECT_EQ(flags ? Json(*flags) : Json(), expected) << input;
  };
  EXPECT_EQ(testing::for_each_vector("cell_merge_parse", check), 8);
}

TEST(CellMerge, PromptsEqualTheReference) {
  const auto check = [](const Json& input, const Json& expected, const std::string&) {
    const PageContent previous = content_blocks_from_json(input[0]);
    const PageContent next = content_blocks_from_json(input[1]);
    const auto tables = find_overleaf_tables(previous, next);
    ASSERT_EQ(tables.has_value(), !expected["pairs"].empty());
    if (tables) {
      EXPECT_EQ(Json::array({0, tables->previous, 1, tables->next}), expected["pairs"][0]);
    }
    const auto task = cell_merge_task(previous, next, Compat::kReference);
    ASSERT_EQ(task.has_value(), !expected["tasks"].empty());
    if (!task) return;
    const Json& wanted = expected["tasks"][0];
    EXPECT_EQ(task->prompt, wanted["prompt"].get<std::string>());
    EXPECT_EQ(task->columns, wanted["cols"].get<int>());
    ASSERT_EQ(task->segments.size(), wanted["segments"].get<size_t>());
    for (size_t i = 0; i < task->segments.size(); ++i) {
      EXPECT_EQ(Json::array({task->segments[i].first, task->segments[i].end}), wanted["ranges"][i]);
    }
  };
  EXPECT_EQ(testing::for_each_vector("cross_page_prompts", check), 5);
}

TEST(CellMerge, AnswersEqualTheReference) {
  const auto check = [](const Json& input, const Json& expected, const std::string&) {
    const PageContent previous = content_blocks_from_json(input["pages"][0]);
    PageContent next = content_blocks_from_json(input["pages"][1]);
    const auto task = cell_merge_task(previous, next, Compat::kReference);
    ASSERT_TRUE(task);
    if (!input["responses"].empty()) {
      apply_cell_merge(*task, input["responses"][0].get<std::string>(), next);
    }
    ASSERT_EQ(next.size(), expected[1].size());
    for (size_t i = 0; i < next.size(); ++i) {
      const Json merge = next[i].cell_merge.empty() ? Json() : Json(next[i].cell_merge);
      EXPECT_EQ(merge, expected[1][i]);
    }
  };
  EXPECT_EQ(testing::for_each_vector("cross_page_apply", check), 4);
}

TEST(CellMerge, OnlyWhatBelongsToTheEdgesStandsBetween) {
  const PageContent one = {table("<tr><td>a</td></tr>")};
  for (const ContentType type :
       {ContentType::kTableCaption, ContentType::kTableFootnote, ContentType::kImageCaption,
        ContentType::kImageFootnote, ContentType::kHeader, ContentType::kFooter,
        ContentType::kPageNumber, ContentType::kPageFootnote}) {
    EXPECT_TRUE(find_overleaf_tables({one[0], other(type)}, {other(type), one[0]}));
  }
  for (const ContentType type :
       {ContentType::kText, ContentType::kAsideText, ContentType::kTitle}) {
    EXPECT_FALSE(find_overleaf_tables({one[0], other(type)}, one));
    EXPECT_FALSE(find_overleaf_tables(one, {other(type), one[0]}));
  }
  EXPECT_FALSE(find_overleaf_tables({}, one));
  EXPECT_FALSE(find_overleaf_tables(one, {other(ContentType::kHeader)}));
  EXPECT_FALSE(find_overleaf_tables({other(ContentType::kTable), other(ContentType::kText)}, one));
}

TEST(CellMerge, ATableThatWasNotReadHasNoCells) {
  PageContent unread = {table("")};
  unread[0].content.reset();
  EXPECT_FALSE(find_overleaf_tables(unread, {table("<tr><td>a</td></tr>")}));
  unread[0].content = "no table";
  EXPECT_FALSE(cell_merge_task(unread, unread, Compat::kProduct));
}

TEST(CellMerge, WidthsDifferByLessThanATenth) {
  const PageContent first = {table("<tr><td>a</td></tr>", {0.1, 0.1, 0.6, 0.9})};
  EXPECT_TRUE(cell_merge_task(first, {table("<tr><td>b</td></tr>", {0.1, 0.1, 0.64, 0.9})},
                              Compat::kProduct));
  EXPECT_FALSE(cell_merge_task(first, {table("<tr><td>b</td></tr>", {0.1, 0.1, 0.66, 0.9})},
                               Compat::kProduct));
}

TEST(CellMerge, TheHeaderPrintedAgainIsNoData) {
  const std::string header = "<tr><th>No.</th><th>What</th></tr>";
  EXPECT_THAT(
      rows_of(header + "<tr><td>1</td><td>a</td></tr>", header + "<tr><td>2</td><td>b</td></tr>"),
      HasSubstr("First Data Row(s):**\n[['2', 'b']]"));
  // Nothing but the header.
  EXPECT_EQ(rows_of(header + "<tr><td>1</td><td>a</td></tr>", header), "none");
}

TEST(CellMerge, CellsThatHangDownAreSeen) {
  const auto task =
      cell_merge_task({table("<tr><td rowspan=\"2\">g</td><td>1</td></tr><tr><td>2</td></tr>")},
                      {table("<tr><td>h</td><td>3</td></tr>")}, Compat::kProduct);
  ASSERT_TRUE(task);
  EXPECT_THAT(task->prompt, HasSubstr("Last Row(s) Data:**\n[['g', '2']]"));
}

TEST(CellMerge, TextsAreWrittenAsInPython) {
  const auto row = [](const std::string& cell) {
    const std::string prompt = rows_of("<tr><td>a</td></tr>", "<tr><td>" + cell + "</td></tr>");
    return prompt.substr(prompt.rfind('\n') + 1);
  };
  EXPECT_EQ(row("\u3000a\nb\t\\ "), R"([['a\nb\t\\']])");
  EXPECT_EQ(row("it's"), R"([["it's"]])");
  EXPECT_EQ(row("'\""), R"([['\'"']])");
  EXPECT_EQ(row("a\u00a0b\u00adc\u200bd"), R"([['a\xa0b\xadc\u200bd']])");
  EXPECT_EQ(row("\ue000\U000f0000é中"), R"([['\ue000\U000f0000é中']])");
  EXPECT_EQ(row("（１）：％"), "[['(1):%']]");
}

TEST(CellMerge, OnlyTheFirstListCounts) {
  EXPECT_THAT(parsed("cells: [0,\n 1]."), ElementsAre(0, 1));
  EXPECT_THAT(parsed("[a] [0 [1]"), ElementsAre(1));
  EXPECT_THAT(parsed("[] [1]"), ElementsAre(1));
  for (const char* bad : {"[0 1] [1]", "[01]", "[,0]", "[ ]", "[0,\v1]", "[１]", "[10]", "[0, 1",
                          "[-1]", "[1.0]", "", "]"}) {
    EXPECT_THAT(parsed(bad), ElementsAre(-1)) << bad;
  }
  EXPECT_THAT(parsed("[0\u3000] [1]"), ElementsAre(-1));  // white space, but not to JSON
}

TEST(CellMerge, AWrongNumberOfAnswersChangesNothing) {
  const PageContent previous = {table("<tr><td>a</td><td colspan=\"2\">b</td></tr>")};
  PageContent next = {table("<tr><td>c</td><td colspan=\"2\">d</td></tr>")};
  const auto task = cell_merge_task(previous, next, Compat::kReference);
  ASSERT_TRUE(task);
  apply_cell_merge(*task, "[1,0,1]", next);
  EXPECT_THAT(next[0].cell_merge, IsEmpty());
  apply_cell_merge(*task, "[0,1]", next);
  EXPECT_THAT(next[0].cell_merge, ElementsAre(0, 1, 1));
}

TEST(CellMerge, LongRepliesTakeLinearTime) {
  std::string open;
  std::string list = "[0";
  for (int i = 0; i < 300'000; ++i) {
    open += "[0,";
    list += ",1";
  }
  EXPECT_THAT(parsed(open), ElementsAre(-1));
  EXPECT_EQ(parsed(list + "]").size(), 300'001U);
}

}  // namespace
}  // namespace mineru::doc::vlm
