#include "cli/cmd_watch.h"

#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "unit/base/temp_folder.h"
#include "unit/cli/captured_console.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;

class WatchTest : public testing::Test {
 protected:
  WatchTest() {
    fs::create_directories(folder / "inbox");
    command.parse.inputs = {folder / "inbox"};
    command.parse.output = folder / "out";
    command.parse.names_at_once = true;
    command.interval_seconds = 0.05;
    services.peak_worker_bytes = [] { return uint64_t{0}; };
    services.parse = [this](const auto& input, const auto& out, const auto& stem, const auto&,
                            std::stop_token, const auto&) {
      parsed.push_back(input.filename().string() + ": " + read_file(input));
      if (read_file(input).ends_with("last")) ::kill(::getpid(), SIGTERM);
      if (const auto next = arrivals.find(stem); next != arrivals.end()) {
        write_file(folder / "inbox" / next->second.first, "%PDF-" + next->second.second);
      }
      doc::ParseSummary summary;
      summary.folder = out / stem / "auto";
      summary.pages_total = summary.pages_ok = 1;
      return summary;
    };
  }

  const TempFolder folder;
  WatchCommand command;
  ParseServices services;
  std::vector<std::string> parsed;
  // What arrives (name, contents) while a document is read.
  std::map<std::string, std::pair<std::string, std::string>> arrivals;
};

TEST_F(WatchTest, ReadsWhatArrivesUntilItIsStopped) {
  write_file(folder / "inbox/a.pdf", "%PDF-first");
  write_file(folder / "inbox/notes.txt", "no document");
  arrivals = {{"a", {"b.pdf", "second"}}, {"b", {"c.pdf", "last"}}};
  CapturedConsole captured({});
  EXPECT_EQ(run_watch(command, services, captured.console()), ExitCode::kOk);
  EXPECT_THAT(parsed,
              testing::ElementsAre("a.pdf: %PDF-first", "b.pdf: %PDF-second", "c.pdf: %PDF-last"));
  EXPECT_EQ(captured.out(), fmt::format("{0}/a/auto/a.md\n{0}/b/auto/b.md\n{0}/c/auto/c.md\n",
                                        command.parse.output.string()));
}

TEST_F(WatchTest, OnlyFoldersAreWatched) {
  write_file(folder / "a.pdf", "%PDF-");
  CapturedConsole captured({});
  for (const auto& [path, found] : {std::pair(folder / "a.pdf", "parse reads single files"),
                                    std::pair(folder / "missing", "which is not there")}) {
    command.parse.inputs = {path};
    try {
      run_watch(command, services, captured.console());
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kInvalidArgument);
      EXPECT_THAT(error.message(), testing::HasSubstr(found));
    }
  }
}

}  // namespace
}  // namespace mineru::cli
