// Whole documents through the worker program.
#include "doc/pipeline.h"

#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "unit/base/temp_folder.h"
#include "unit/doc/tiny_pdf.h"
#include "unit/doc/typesetter.h"

namespace mineru::doc {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;  // contents by name

// PDFium gives each PDF that it writes a number of its own.
std::string without_id(std::string pdf) {
  const size_t at = pdf.rfind("/ID[");
  return at == std::string::npos ? pdf : pdf.erase(at, pdf.find(']', at) - at);
}

// Names of the files that are not the same in both.
std::vector<std::string> differing(const Files& a, const Files& b) {
  std::vector<std::string> names;
  for (const auto& [name, contents] : a) {
    const auto other = b.find(name);
    if (other == b.end() || without_id(contents) != without_id(other->second))
      names.push_back(name);
  }
  for (const auto& [name, contents] : b) {
    if (a.count(name) == 0) names.push_back(name);
  }
  return names;
}

fs::path test_file(const std::string& name) { return fs::path(MINERU_TEST_DATA) / name; }

class Pipeline : public testing::Test {
 protected:
  Pipeline() {
    options.worker.program = fs::path(MINERU_BIN_DIR) / "mineru-media-worker";
    options.overlay = false;
    options.origin = false;
  }

  // Pages of a heading and some lines; page 3 says "Page C".
  fs::path document(int num_pages) {
    std::vector<std::string> pages;
    for (int i = 0; i < num_pages; ++i) {
      std::string text = "Page ";
      text += static_cast<char>('A' + i);
      for (int line = 0; line < 12; ++line) text += "\n" + flash::prose(9, i * 13 + line);
      pages.push_back(text);
    }
    write_file(folder / "in.pdf", tiny_pdf(pages));
    return folder / "in.pdf";
  }

  ParseSummary parse(const fs::path& input, std::stop_token stop = {},
                     const std::function<void(const ParseProgress&)>& on_page = nullptr) {
    last = folder / ("out" + std::to_string(++runs));
    return parse_document(input, last, "stem", options, std::move(stop), on_page);
  }

  // All files of the last run by name.
  Files files() const {
    Files all;
    for (const auto& entry : fs::recursive_directory_iterator(last)) {
      if (entry.is_regular_file())
        all[fs::relative(entry.path(), last).string()] = read_file(entry.path());
    }
    return all;
  }
  std::string markdown() const { return read_file(last / "stem" / "auto" / "stem.md"); }
  nlohmann::json middle() const {
    return nlohmann::json::parse(read_file(last / "stem" / "auto" / "stem_middle.json"));
  }
  nlohmann::json content_list() const {
    return nlohmann::json::parse(read_file(last / "stem" / "auto" / "stem_content_list.json"));
  }

  const TempFolder folder;
  ParseOptions options;
  fs::path last;
  int runs = 0;
};

TEST_F(Pipeline, LayoutPictureEndsAtItsLimitAndSaysSo) {
  options.overlay = true;
  options.max_overlay_pages = 2;
  const ParseSummary summary = parse(document(3));
  ASSERT_EQ(summary.diagnostics.size(), 1u);
  EXPECT_EQ(summary.diagnostics[0].message, "_layout.pdf shows the first 2 pages only");
  const auto layout =
      media::open_pages(last / "stem" / "auto" / "stem_layout.pdf", {}, options.worker);
  EXPECT_EQ(layout->page_count(), 2);
  options.max_overlay_pages = 3;
  EXPECT_TRUE(parse(document(3)).diagnostics.empty());
}

TEST_F(Pipeline, WritesAllPagesInOrder) {
  const ParseSummary summary = parse(document(5));
  EXPECT_EQ(summary.pages_total, 5);
  EXPECT_EQ(summary.pages_ok, 5);
  EXPECT_EQ(summary.pages_failed, 0);
  EXPECT_EQ(summary.folder, last / "stem" / "auto");
  size_t at = 0;
  for (const char* page : {"Page A", "Page B", "Page C", "Page D", "Page E"}) {
    const size_t found = markdown().find(page, at);
    ASSERT_NE(found, std::string::npos) << page;
    at = found;
  }
  for (const auto& [name, contents] : files()) {
    EXPECT_EQ(name.find(".partial"), std::string::npos) << name;
    EXPECT_FALSE(contents.empty()) << name;
  }
}

TEST_F(Pipeline, SameBytesWhateverTheNumberOfWorkers) {
  const fs::path input = document(17);
  parse(input);
  const auto one = files();
  ASSERT_GE(one.size(), 3u);
  for (const int workers : {2, 3}) {
    options.num_workers = workers;
    parse(input);
    EXPECT_THAT(differing(one, files()), testing::IsEmpty()) << workers;
  }
}

TEST_F(Pipeline, SameBytesInEveryRun) {
  options.overlay = true;
  options.origin = true;
  parse(test_file("pages/03_formulas.pdf"));
  const auto first = files();
  ASSERT_GE(first.size(), 6u);  // with pictures, the overlay and the copy
  options.num_workers = 2;
  parse(test_file("pages/03_formulas.pdf"));
  EXPECT_THAT(differing(first, files()), testing::IsEmpty());
}

TEST(PipelineComparison, NoticesWhatDiffers) {
  const Files a = {{"x.md", "1"}, {"y.pdf", "%PDF /ID[12] end"}};
  EXPECT_THAT(differing(a, {{"x.md", "1"}, {"y.pdf", "%PDF /ID[34] end"}}), testing::IsEmpty());
  EXPECT_THAT(differing(a, {{"x.md", "2"}, {"y.pdf", "%PDF /ID[12] END"}, {"z", ""}}),
              testing::ElementsAre("x.md", "y.pdf", "z"));
  EXPECT_THAT(differing(a, {{"x.md", "1"}}), testing::ElementsAre("y.pdf"));
}

TEST_F(Pipeline, MoreWorkersThanPages) {
  options.num_workers = 8;
  EXPECT_EQ(parse(document(2)).pages_ok, 2);
}

TEST_F(Pipeline, ProgressComesPageByPageOnTheCallersThread) {
  options.num_workers = 3;
  const auto caller = std::this_thread::get_id();
  std::vector<int> done;
  parse(document(7), {}, [&](const ParseProgress& progress) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(progress.pages_total, 7);
    if (progress.page == nullptr) {
      EXPECT_EQ(progress.pages_done, 0);
      return;
    }
    done.push_back(progress.pages_done);
    EXPECT_EQ(progress.page->page_idx, progress.pages_done - 1);
    EXPECT_EQ(progress.page->status, PageStatus::kOk);
  });
  EXPECT_EQ(done, (std::vector{1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(Pipeline, ExceptionOfTheCallerLeaves) {
  options.num_workers = 2;
  EXPECT_THROW(parse(document(6), {},
                     [](const ParseProgress& progress) {
                       if (progress.pages_done == 2) throw_error(Code::kIo, "disk full");
                     }),
               Error);
}

TEST_F(Pipeline, RangesGivePagesNumberedFromZero) {
  options.pages = {{2, 3}, {-1, -1}};
  std::vector<std::pair<int, int>> numbers;
  const auto summary = parse(document(6), {}, [&](const ParseProgress& progress) {
    if (progress.page != nullptr)
      numbers.emplace_back(progress.page->page_idx, progress.page->source_page);
  });
  EXPECT_EQ(summary.pages_total, 3);
  EXPECT_EQ(numbers, (std::vector<std::pair<int, int>>{{0, 1}, {1, 2}, {2, 5}}));
  EXPECT_EQ(content_list().front().at("page_idx"), 0);
  EXPECT_EQ(content_list().back().at("page_idx"), 2);
  EXPECT_EQ(markdown().find("Page A"), std::string::npos);
  EXPECT_NE(markdown().find("Page B"), std::string::npos);
  EXPECT_NE(markdown().find("Page F"), std::string::npos);
  EXPECT_EQ(middle().at("pdf_info").size(), 3u);
}

TEST_F(Pipeline, NoPageInTheRange) {
  options.pages = {{9, 12}};
  try {
    parse(document(2));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    EXPECT_NE(error.message().find("2 pages"), std::string::npos) << error.message();
  }
}

TEST_F(Pipeline, FailedPageLeavesTheOthers) {
  for (const int workers : {1, 2}) {
    options.num_workers = workers;
    std::vector<PageStatus> statuses;
    size_t diagnostics = 0;
    const auto summary =
        parse(test_file("hostile/page_null_in_middle.pdf"), {}, [&](const ParseProgress& progress) {
          if (progress.page == nullptr) return;
          statuses.push_back(progress.page->status);
          diagnostics += progress.page->diagnostics.size();
        });
    EXPECT_EQ(summary.pages_ok, 2);
    EXPECT_EQ(summary.pages_failed, 1);
    EXPECT_EQ(statuses, (std::vector{PageStatus::kOk, PageStatus::kFailed, PageStatus::kOk}));
    EXPECT_EQ(diagnostics, 1u);
    EXPECT_NE(markdown().find("GOOD-ONE"), std::string::npos);
    EXPECT_NE(markdown().find("GOOD-THREE"), std::string::npos);
    EXPECT_EQ(middle().at("pdf_info").size(), 3u);
  }
}

TEST_F(Pipeline, PageThatTakesTooLongLeavesTheOthers) {
  options.worker.call_timeout_ms = 1500;
  std::vector<PageStatus> statuses;
  parse(test_file("hostile/bomb_form_billion_laughs.pdf"), {}, [&](const ParseProgress& progress) {
    if (progress.page != nullptr) statuses.push_back(progress.page->status);
  });
  ASSERT_EQ(statuses.size(), 3u);
  EXPECT_EQ(statuses[0], PageStatus::kOk);
  EXPECT_NE(statuses[1], PageStatus::kOk);
  EXPECT_EQ(statuses[2], PageStatus::kOk);
  EXPECT_NE(markdown().find("GOOD-THREE"), std::string::npos);
}

TEST_F(Pipeline, StopKeepsWhatIsDone) {
  for (const int workers : {1, 3}) {
    options.num_workers = workers;
    std::stop_source stop;
    int done = 0;
    const auto summary = parse(document(26), stop.get_token(), [&](const ParseProgress& progress) {
      done = progress.pages_done;
      if (done == 2) stop.request_stop();
    });
    EXPECT_GE(done, 2);
    EXPECT_LT(done, 26);  // a window of pages was in work
    EXPECT_EQ(summary.pages_ok, done);
    EXPECT_NE(markdown().find("Page B"), std::string::npos);
    EXPECT_EQ(markdown().find("Page Z"), std::string::npos);
    EXPECT_EQ(middle().at("pdf_info").size(), static_cast<size_t>(done));
  }
}

TEST_F(Pipeline, StopBeforeTheBeginning) {
  std::stop_source stop;
  stop.request_stop();
  try {
    parse(document(26), stop.get_token());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kCancelled);
    EXPECT_EQ(error.message(), "stopped before the first page");
  }
  EXPECT_FALSE(fs::exists(last / "stem/auto/stem.md")) << "an earlier result is not replaced";
}

TEST_F(Pipeline, ParagraphGoesOnOverleaf) {
  std::string first;
  for (int i = 0; i < 36; ++i) {
    if (i > 0) first += "\n";
    first += "the quiet river was measured behind several gentle bridges and stations so";
  }
  const std::string second =
      "goes on here and then it ends in the middle of the line, as they all do once\n"
      "it is over.";
  write_file(folder / "in.pdf", tiny_pdf({first, second}));
  parse(folder / "in.pdf");
  EXPECT_NE(markdown().find("stations so goes on here"), std::string::npos) << markdown();
}

TEST_F(Pipeline, MissingFile) {
  try {
    parse(folder / "none.pdf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
  }
}

TEST_F(Pipeline, PasswordIsNeeded) {
  try {
    parse(test_file("hostile/enc_aes_256.pdf"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kPasswordRequired);
  }
}

TEST_F(Pipeline, OutputThatCannotBeWritten) {
  const fs::path input = document(1);
  write_file(folder / "file", "in the way");
  try {
    parse_document(input, folder / "file", "stem", options, {}, nullptr);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kIo);
  }
}

}  // namespace
}  // namespace mineru::doc
