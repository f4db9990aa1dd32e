// A document that an earlier run began or finished.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "doc/pipeline.h"
#include "unit/base/temp_folder.h"
#include "unit/doc/tiny_pdf.h"
#include "unit/doc/typesetter.h"

namespace mineru::doc {
namespace {

namespace fs = std::filesystem;

constexpr int kPages = 26;  // more than are in work at once

class ResumeTest : public testing::Test {
 protected:
  ResumeTest() {
    options.worker.program = fs::path(MINERU_BIN_DIR) / "mineru-media-worker";
    write_document("Page");
  }

  void write_document(const std::string& title) {
    std::vector<std::string> pages;
    for (int i = 0; i < kPages; ++i) {
      std::string text = title + " " + static_cast<char>('A' + i);
      for (int line = 0; line < 12; ++line) text += "\n" + flash::prose(9, i * 13 + line);
      pages.push_back(text);
    }
    write_file(folder / "in.pdf", tiny_pdf(pages));
  }

  ParseSummary parse(Resume resume, const std::string& out = "out",
                     const std::function<void(const ParseProgress&)>& on_page = nullptr,
                     std::stop_token stop = {}) {
    options.resume = resume;
    return parse_document(folder / "in.pdf", folder / out, "in", options, stop, on_page);
  }

  // Ends after the second page, as a person would by Ctrl-C.
  ParseSummary parse_and_stop() {
    std::stop_source source;
    return parse(
        Resume::kNo, "out",
        [&](const ParseProgress& progress) {
          if (progress.pages_done == 2) source.request_stop();
        },
        source.get_token());
  }

  std::map<std::string, std::string> files(const std::string& out) const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder / out)) {
      if (entry.is_regular_file())
        all[fs::relative(entry.path(), folder / out).string()] = read_file(entry.path());
    }
    return all;
  }
  fs::path result(const std::string& suffix) const { return folder / "out/in/auto" / suffix; }
  nlohmann::json status() const {
    return nlohmann::json::parse(read_file(result("in_status.json")));
  }

  const TempFolder folder;
  ParseOptions options;
};

TEST_F(ResumeTest, GoesOnWhereAStoppedRunEnded) {
  const ParseSummary begun = parse_and_stop();
  ASSERT_LT(begun.pages_ok, kPages);
  ASSERT_TRUE(fs::exists(result("in_pages.journal")));
  EXPECT_EQ(status()["status"], "partial");
  const ParseSummary resumed = parse(Resume::kYes);
  EXPECT_EQ(resumed.pages_ok, kPages);
  EXPECT_EQ(resumed.pages_kept, begun.pages_ok);
  EXPECT_FALSE(resumed.already_done);
  parse(Resume::kNo, "undisturbed");
  EXPECT_EQ(files("out"), files("undisturbed"));
  EXPECT_FALSE(fs::exists(result("in_pages.journal")));
  EXPECT_EQ(status()["status"], "ok");
  EXPECT_EQ(status()["pages_ok"], kPages);
}

TEST_F(ResumeTest, AFinishedDocumentIsLeftAlone) {
  EXPECT_EQ(parse(Resume::kYes).pages_kept, 0);
  write_file(result("in.md"), "edited by hand");
  const ParseSummary again = parse(Resume::kYes);
  EXPECT_TRUE(again.already_done);
  EXPECT_EQ(again.pages_ok, kPages);
  EXPECT_EQ(again.folder, folder / "out/in/auto");
  EXPECT_EQ(read_file(result("in.md")), "edited by hand");
  EXPECT_FALSE(parse(Resume::kNo).already_done);
  EXPECT_NE(read_file(result("in.md")), "edited by hand");
}

TEST_F(ResumeTest, AnotherInputOrAnotherOptionIsAnotherResult) {
  parse(Resume::kYes);
  write_document("Other");
  EXPECT_FALSE(parse(Resume::kYes).already_done);
  EXPECT_THAT(read_file(result("in.md")), testing::HasSubstr("Other A"));
  options.pages = {{1, 2}};
  EXPECT_EQ(parse(Resume::kYes).pages_total, 2);
  options.output.page_markers = true;
  EXPECT_FALSE(parse(Resume::kYes).already_done);
  options.num_workers = 2;  // changes no result
  EXPECT_TRUE(parse(Resume::kYes).already_done);
}

TEST_F(ResumeTest, SkippingAsksOnlyWhetherThereIsAResult) {
  parse(Resume::kSkipExisting);
  write_document("Other");
  const ParseSummary skipped = parse(Resume::kSkipExisting);
  EXPECT_TRUE(skipped.already_done);
  EXPECT_EQ(skipped.pages_ok, kPages);
  fs::remove(result("in_status.json"));  // of an older version of the program
  EXPECT_TRUE(parse(Resume::kSkipExisting).already_done);
  fs::remove_all(folder / "out");
  EXPECT_FALSE(parse(Resume::kSkipExisting).already_done);
}

TEST_F(ResumeTest, OnlyFailedPagesAreTriedAgain) {
  options.max_seconds = 1;
  const auto wait = [](const ParseProgress& progress) {
    // The second page is done when the time is over.
    if (progress.pages_done != 2) return;
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1300);
    while (std::chrono::steady_clock::now() < until) {
    }
  };
  const ParseSummary late = parse(Resume::kNo, "out", wait);
  ASSERT_GT(late.pages_failed, 0);
  ASSERT_GE(late.pages_ok, 2);
  EXPECT_EQ(status()["status"], "partial");
  EXPECT_EQ(status()["failed_pages"][0]["status"], "timeout");
  EXPECT_EQ(status()["failed_pages"][0]["diagnostics"][0]["message"],
            "not begun: the document's 1 s were over");
  EXPECT_TRUE(parse(Resume::kYes).already_done) << "it was finished, if not well";
  options.max_seconds = 0;
  const ParseSummary retried = parse(Resume::kRetryFailed);
  EXPECT_EQ(retried.pages_ok, kPages);
  EXPECT_EQ(retried.pages_kept, late.pages_ok);
  EXPECT_TRUE(parse(Resume::kRetryFailed).already_done);
  parse(Resume::kNo, "undisturbed");
  EXPECT_EQ(files("out"), files("undisturbed"));
}

}  // namespace
}  // namespace mineru::doc
