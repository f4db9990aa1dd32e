// Tables that go on overleaf: nothing of them is lost, and the model says which cells go on
// (docs/odd-inputs.md, row E6).
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/page_blocks.h"
#include "doc/vlm/table_merge_rows.h"

namespace mineru::doc::vlm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string row(const std::vector<std::string>& cells) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) html += "<td>" + cell + "</td>";
  return html + "</tr>";
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<table>";
  for (const auto& cells : rows) html += row(cells);
  return html + "</table>";
}

std::string merged(const std::string& first, const std::string& second,
                   Compat compat = Compat::kProduct, const std::vector<int>& cell_merge = {}) {
  return merge_table_rows(first, second, cell_merge, compat).value_or("no");
}

ContentBlock block_of(ContentType type, const std::string& content, double y0, double y1) {
  ContentBlock block;
  block.type = type;
  block.bbox = {0.1, y0, 0.9, y1};
  block.content = content;
  return block;
}

LaidPage page_of(std::vector<ContentBlock> blocks, int place = 0) {
  LaidPage laid;
  laid.page.page_idx = laid.page.source_page = place;
  laid.page.size = {600, 800};
  laid.page.model_blocks = std::move(blocks);
  build_page(laid.page, laid.page.model_blocks, Compat::kProduct);
  return laid;
}

LaidPage table_page(const std::string& html) {
  return page_of({block_of(ContentType::kTable, html, 0.1, 0.9)});
}

const Span& table_span(const LaidPage& laid) {
  return laid.page.para_blocks.at(0).blocks.at(0).lines.at(0).spans.at(0);
}

std::vector<std::string> messages_of(const LaidPage& laid) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : laid.page.diagnostics) messages.push_back(diagnostic.message);
  return messages;
}

TEST(VlmOverleaf, ThreePagesWithAnEmptyColumnAreOneTable) {
  std::vector<LaidPage> pages;
  pages.push_back(table_page(table({{"No", "Name", "Val", "Note"}, {"1", "a", "x", "n"}})));
  pages.push_back(table_page(table({{"No", "Name", "Val", "Note"}, {"2", "b", "y", ""}})));
  pages.push_back(table_page(table({{"3", "c", "z", "m"}, {"4", "d", "w", ""}})));
  finish_overleaf(pages, {});
  EXPECT_EQ(table_span(pages[0]).html, table({{"No", "Name", "Val", "Note"},
                                              {"1", "a", "x", "n"},
                                              {"2", "b", "y", ""},
                                              {"3", "c", "z", "m"},
                                              {"4", "d", "w", ""}}));
  // The parts stay where they stood: their boxes, and what was read there.
  for (size_t i = 1; i < 3; ++i) {
    const Block& shell = pages[i].page.para_blocks.at(0);
    EXPECT_TRUE(shell.blocks.at(0).lines_deleted);
    EXPECT_EQ(shell.bbox, (Box{60, 80, 540, 720}));
    EXPECT_THAT(pages[i].page.preproc_blocks.at(0).blocks.at(0).lines.at(0).spans.at(0).html,
                HasSubstr(i == 1 ? "<td>b</td>" : "<td>d</td>"));
  }
}

TEST(VlmOverleaf, TablesWithOtherColumnsStayApart) {
  // The model did not see the empty last column of the second page.
  const std::string four = table({{"1", "a", "x", "n"}});
  const std::string three = table({{"2", "b", "y"}});
  EXPECT_EQ(merged(four, three), "no");
  EXPECT_EQ(merged(three, four), "no");
  EXPECT_NE(merged("<table><tr><td>a</td><td colspan=\"2\">b</td></tr></table>",
                   table({{"1", "2"}}), Compat::kReference),
            "no");
  std::vector<LaidPage> pages;
  pages.push_back(table_page(four));
  pages.push_back(table_page(three));
  finish_overleaf(pages, {});
  EXPECT_EQ(table_span(pages[0]).html, four);
  EXPECT_EQ(table_span(pages[1]).html, three);
}

TEST(VlmOverleaf, TablesWithinTablesStayApart) {
  const std::string nested = "<table><tr><td><table>" + row({"in"}) + row({"ner"}) +
                             "</table></td><td>x</td></tr></table>";
  EXPECT_EQ(merged(nested, table({{"1", "2"}})), "no");
  EXPECT_EQ(merged(table({{"1", "2"}}), nested), "no");
}

TEST(VlmOverleaf, OnlyAHeaderIsTakenForOne) {
  const std::vector<std::string> header = {"Name", "Val"};
  // The first row of data comes again: it is data.
  EXPECT_EQ(merged(table({header, {"a", "0"}}), table({header, {"a", "0"}, {"b", "1"}})),
            table({header, {"a", "0"}, {"a", "0"}, {"b", "1"}}));
  EXPECT_EQ(merged(table({header, {"a", "0"}}), table({header, {"a", "0"}, {"b", "1"}}),
                   Compat::kReference),
            table({header, {"a", "0"}, {"b", "1"}}));
  // Numbers are no header.
  EXPECT_EQ(merged(table({{"0", "0"}}), table({{"0", "0"}, {"1", "1"}})),
            table({{"0", "0"}, {"0", "0"}, {"1", "1"}}));
  // Two rows that belong together, by a cell over both or one over two columns.
  const std::string tall = "<tr><td rowspan=\"2\">Name</td><td>Val</td></tr>" + row({"EUR"});
  EXPECT_EQ(merged("<table>" + tall + row({"a", "1"}) + "</table>",
                   "<table>" + tall + row({"b", "2"}) + "</table>"),
            "<table>" + tall + row({"a", "1"}) + row({"b", "2"}) + "</table>");
  const std::string wide = "<tr><td colspan=\"2\">Prices</td></tr>" + row({"Name", "Val"});
  EXPECT_EQ(merged("<table>" + wide + row({"a", "1"}) + "</table>",
                   "<table>" + wide + row({"b", "2"}) + "</table>"),
            "<table>" + wide + row({"a", "1"}) + row({"b", "2"}) + "</table>");
}

TEST(VlmOverleaf, NotesOfAllPartsStay) {
  std::vector<LaidPage> pages;
  pages.push_back(page_of({block_of(ContentType::kTable, table({{"a", "1"}}), 0.1, 0.8),
                           block_of(ContentType::kTableFootnote, "first note", 0.81, 0.84)}));
  pages.push_back(page_of({block_of(ContentType::kTableCaption, "Table 1 (continued)", 0.05, 0.09),
                           block_of(ContentType::kTable, table({{"b", "2"}}), 0.1, 0.8),
                           block_of(ContentType::kTableFootnote, "second note", 0.81, 0.84)}));
  std::vector<LaidPage> product = pages;
  finish_overleaf(product, {});
  const auto notes = [](const std::vector<LaidPage>& of) {
    std::vector<std::string> found;
    for (const Block& child : of[0].page.para_blocks.at(0).blocks) {
      if (child.type != BlockType::kTableFootnote) continue;
      found.push_back(child.lines.at(0).spans.at(0).content);
    }
    return found;
  };
  EXPECT_EQ(table_span(product[0]).html, table({{"a", "1"}, {"b", "2"}}));
  EXPECT_THAT(notes(product), ElementsAre("first note", "second note"));
  finish_overleaf(pages, {.compat = Compat::kReference});
  EXPECT_THAT(notes(pages), ElementsAre("second note"));
}

class CellQuestion : public ::testing::Test {
 protected:
  CellQuestion() {
    how.ask = [this](engine::Request request) {
      requests.push_back(std::move(request));
      if (fails) throw_error(Code::kInternal, "no model");
      engine::Reply answer;
      answer.text = reply;
      return answer;
    };
  }

  // A cell is cut by the end of the page.
  std::vector<LaidPage> joined() {
    std::vector<LaidPage> pages;
    pages.push_back(table_page(table({{"No", "What"}, {"1", "first part of"}})));
    join_overleaf(pages, how);
    pages.push_back(table_page(table({{"No", "What"}, {"", "the sentence"}, {"2", "b"}})));
    join_overleaf(pages, how);
    finish_overleaf(pages, how);
    return pages;
  }

  Overleaf how;
  std::vector<engine::Request> requests;
  std::string reply = "[0, 1]<|im_end|>";
  bool fails = false;
};

TEST_F(CellQuestion, CellsThatGoOnAreJoined) {
  const std::vector<LaidPage> pages = joined();
  EXPECT_EQ(table_span(pages[0]).html,
            table({{"No", "What"}, {"1", "first part of the sentence"}, {"2", "b"}}));
  EXPECT_THAT(messages_of(pages[1]), IsEmpty());
  EXPECT_EQ(pages[1].page.model_blocks.at(0).cell_merge, (std::vector<int>{0, 1}));
  EXPECT_EQ(pages[1].page.preproc_blocks.at(0).cell_merge, (std::vector<int>{0, 1}));
  ASSERT_EQ(requests.size(), 1u);
  const engine::Request& request = requests[0];
  ASSERT_EQ(request.messages.size(), 2u);
  EXPECT_EQ(request.messages[0].parts.at(0).text, "You are a helpful assistant.");
  ASSERT_EQ(request.messages[1].parts.size(), 1u);
  EXPECT_FALSE(request.messages[1].parts[0].image.has_value());
  EXPECT_THAT(request.messages[1].parts[0].text, HasSubstr("[['1', 'first part of']]\n\n---"));
  EXPECT_THAT(request.messages[1].parts[0].text, HasSubstr("[['', 'the sentence']]"));
  EXPECT_EQ(request.sampling.presence_penalty, 1);
  EXPECT_EQ(request.sampling.frequency_penalty, 0.05);
  EXPECT_EQ(request.max_new_tokens, 40);
}

TEST_F(CellQuestion, ChineseGoesOnWithoutABlank) {
  EXPECT_EQ(merged(table({{"1", "第一"}}), table({{"", "部分"}}), Compat::kProduct, {0, 1}),
            table({{"1", "第一部分"}}));
  EXPECT_EQ(merged(table({{"1", "first"}}), table({{"", "part"}}), Compat::kReference, {0, 1}),
            table({{"1", "firstpart"}}));
}

TEST_F(CellQuestion, OddRepliesLeaveTheRows) {
  const std::string apart =
      table({{"No", "What"}, {"1", "first part of"}, {"", "the sentence"}, {"2", "b"}});
  for (const std::string odd : {"", "yes", "[0]", "[0, 1, 1]", "[0, 2]", "<fcel>a<nl>"}) {
    reply = odd;
    const std::vector<LaidPage> pages = joined();
    EXPECT_EQ(table_span(pages[0]).html, apart);
    EXPECT_THAT(messages_of(pages[1]),
                ElementsAre("which cells of the first table go on from the page before is not "
                            "known: the reply was \"" +
                            odd + "\""));
  }
  fails = true;
  const std::vector<LaidPage> pages = joined();
  EXPECT_EQ(table_span(pages[0]).html, apart);
  EXPECT_THAT(messages_of(pages[1]),
              ElementsAre("which cells of the first table go on from the page before was not "
                          "asked: no model"));
}

TEST_F(CellQuestion, IsAskedOnlyWhereTablesBecomeOne) {
  const auto asked = [&](std::vector<LaidPage> pages) {
    requests.clear();
    std::vector<LaidPage> waiting;
    for (LaidPage& page : pages) {
      waiting.push_back(std::move(page));
      join_overleaf(waiting, how);
    }
    finish_overleaf(waiting, how);
    return requests.size();
  };
  const std::string two = table({{"a", "b"}, {"c", "d"}});
  EXPECT_EQ(asked({table_page(two), table_page(table({{"e", "f"}}))}), 1u);
  EXPECT_EQ(asked({table_page(two), table_page(table({{"e", "f", "g"}}))}), 0u);
  EXPECT_EQ(asked({table_page(two), page_of({block_of(ContentType::kText, "x", 0.1, 0.2)})}), 0u);
  EXPECT_EQ(asked({table_page(two)}), 0u);
  // A caption of its own begins another table.
  EXPECT_EQ(asked({table_page(two),
                   page_of({block_of(ContentType::kTableCaption, "Table 2", 0.05, 0.09),
                            block_of(ContentType::kTable, table({{"e", "f"}}), 0.1, 0.9)})}),
            0u);
  how.tables = Tables::kKeep;
  EXPECT_EQ(asked({table_page(two), table_page(table({{"e", "f"}}))}), 0u);
}

}  // namespace
}  // namespace mineru::doc::vlm
