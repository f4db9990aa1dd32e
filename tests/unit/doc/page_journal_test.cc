#include "doc/page_journal.h"

#include <string>

#include <gtest/gtest.h>

#include "base/file.h"
#include "unit/base/temp_folder.h"

namespace mineru::doc {
namespace {

using Keep = PageJournal::Keep;

LaidPage page_that_says(const std::string& text, PageStatus status = PageStatus::kOk) {
  LaidPage laid;
  laid.page.status = status;
  laid.page.size = {612, 792};
  laid.page.enhancement = Enhancement{0.25, 2, true};
  laid.page.diagnostics.push_back({Code::kUnsupported, "odd"});
  Block list;
  list.type = BlockType::kList;
  list.angle = std::nullopt;
  list.confidence = 0.5;
  Block& item = list.blocks.emplace_back();
  item.lines.push_back({{1, 2, 3, 4}, {{SpanType::kText, {1, 2, 3, 4}, text, "", "", false}}});
  laid.page.para_blocks.push_back(list);
  laid.page.images.push_back({"a.jpg", std::string("\0\xff", 2)});
  laid.page.model_blocks.emplace_back().table_images["[AC7K]"] = "data:";
  laid.flows.push_back({false, true});
  laid.line_hints[3] = {{5, 6, 7, 8}};
  return laid;
}

std::string text_of(const LaidPage& laid) {
  return laid.page.para_blocks.at(0).blocks.at(0).lines.at(0).spans.at(0).content;
}

class PageJournalTest : public testing::Test {
 protected:
  PageJournal open(Keep keep = Keep::kAll, const std::string& key = "key") const {
    return PageJournal(path(), key, keep);
  }
  std::filesystem::path path() const { return folder / "a.journal"; }
  // Two good pages, and one that failed.
  void fill() const {
    PageJournal journal(path(), "key", Keep::kNothing);
    journal.save_learned("facts");
    journal.save(2, page_that_says("two"));
    journal.save(0, page_that_says("zero"));
    journal.save(1, page_that_says("one", PageStatus::kFailed));
  }

  const TempFolder folder;
};

TEST_F(PageJournalTest, BringsBackEveryPart) {
  fill();
  const PageJournal journal(path(), "key", Keep::kAll);
  EXPECT_EQ(journal.learned(), "facts");
  const auto laid = journal.load(2);
  ASSERT_TRUE(laid);
  EXPECT_EQ(text_of(*laid), "two");
  const Page& page = laid->page;
  EXPECT_EQ(page.size.height, 792);
  EXPECT_EQ(page.enhancement->scale, 2);
  EXPECT_EQ(page.diagnostics.at(0).message, "odd");
  EXPECT_EQ(page.para_blocks.at(0).type, BlockType::kList);
  EXPECT_EQ(page.para_blocks.at(0).angle, std::nullopt);
  EXPECT_EQ(page.para_blocks.at(0).confidence, 0.5);
  EXPECT_EQ(page.images.at(0).jpeg, std::string("\0\xff", 2));
  EXPECT_EQ(page.model_blocks.at(0).table_images.at("[AC7K]"), "data:");
  EXPECT_TRUE(laid->flows.at(0).ends_full);
  EXPECT_EQ(laid->line_hints.at(3).at(0).x1, 7);
  EXPECT_TRUE(journal.has(1));
  EXPECT_FALSE(journal.has(3));
  EXPECT_FALSE(journal.load(3));
}

TEST_F(PageJournalTest, FailedPagesCanBeForgotten) {
  fill();
  const PageJournal journal(path(), "key", Keep::kGoodPages);
  EXPECT_TRUE(journal.has(0));
  EXPECT_FALSE(journal.has(1));
  EXPECT_TRUE(journal.has(2));
  EXPECT_EQ(journal.learned(), "facts");
}

TEST_F(PageJournalTest, AnotherKeyBeginsAnew) {
  fill();
  {
    const PageJournal journal(path(), "other", Keep::kAll);
    EXPECT_FALSE(journal.has(0));
    EXPECT_FALSE(journal.learned());
  }
  const PageJournal journal(path(), "key", Keep::kAll);
  EXPECT_FALSE(journal.has(0)) << "the other one has replaced it";
}

TEST_F(PageJournalTest, NothingIsKeptUnlessAskedFor) {
  fill();
  const PageJournal journal(path(), "key", Keep::kNothing);
  EXPECT_FALSE(journal.has(0));
}

// A crash leaves any number of the last bytes unwritten.
TEST_F(PageJournalTest, WhereverItBreaksOffWholeRecordsStay) {
  fill();
  const std::string whole = read_file(path());
  size_t fewest = 3;
  for (size_t size = whole.size(); size > 0; size -= std::min<size_t>(size, 7)) {
    write_file(path(), std::string_view(whole).substr(0, size));
    size_t pages = 0;
    {
      const PageJournal journal(path(), "key", Keep::kAll);
      for (const int place : {0, 1, 2}) pages += journal.load(place).has_value() ? 1 : 0;
      EXPECT_TRUE(!journal.has(0) || journal.has(2)) << "it was written before";
    }
    EXPECT_LE(pages, fewest);
    fewest = pages;
    // And it can be written on.
    PageJournal journal(path(), "key", Keep::kAll);
    journal.save(1, page_that_says("anew"));
    EXPECT_EQ(text_of(journal.load(1).value_or(page_that_says("in memory only"))),
              pages == 3 ? "one" : "in memory only");
  }
  EXPECT_EQ(fewest, 0u);
}

TEST_F(PageJournalTest, ADamagedRecordAndWhatFollowsIsDropped) {
  fill();
  std::string bytes = read_file(path());
  bytes[bytes.find("zero")] = 'Z';
  write_file(path(), bytes);
  const PageJournal journal(path(), "key", Keep::kAll);
  EXPECT_TRUE(journal.has(2));
  EXPECT_FALSE(journal.has(0));
  EXPECT_FALSE(journal.has(1));
}

TEST_F(PageJournalTest, OneRunAtATime) {
  const PageJournal first(path(), "key", Keep::kAll);
  try {
    const PageJournal second(path(), "key", Keep::kAll);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    EXPECT_EQ(error.message(), "another run is writing into " + folder.path().string());
  }
}

}  // namespace
}  // namespace mineru::doc
