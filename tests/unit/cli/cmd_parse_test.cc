#include "cli/cmd_parse.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "unit/cli/captured_console.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// What the scripted parser does with a file of some name.
struct Script {
  int pages = 1;
  std::vector<int> failing = {};  // zero-based
  std::optional<Error> error = {};
  int warnings_a_page = 0;
  bool raise_signal = false;  // after the first page
};

class ParseTest : public testing::Test {
 protected:
  ParseTest() : folder_(fs::temp_directory_path() / fmt::format("cli_test_{}", ::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "in");
    command_.output = folder_ / "out";
    services_.parse = [this](const auto& input, const auto& out, const auto& stem,
                             const auto& options, std::stop_token stop, const auto& on_page) {
      return scripted(input, out, stem, options, stop, on_page);
    };
    services_.check_worker = [](const media::WorkerOptions&) {
      media::WorkerHealth health;
      health.ocr_languages = {"chi_sim", "eng", "osd"};
      return health;
    };
    services_.peak_worker_bytes = [] { return uint64_t{100} << 20; };
  }
  ~ParseTest() override { fs::remove_all(folder_); }

  void add(const std::string& name, Script script) {
    fs::create_directories((folder_ / "in" / name).parent_path());
    write_file(folder_ / "in" / name, "%PDF-1.7\n");
    scripts_[fs::path(name).filename().string()] = std::move(script);
    command_.inputs.push_back(folder_ / "in" / name);
  }

  ExitCode run(ConsoleSetup setup = {}) {
    CapturedConsole captured(setup);
    try {
      const ExitCode code = run_parse(command_, services_, captured.console());
      out_ = captured.out();
      err_ = captured.err();
      return code;
    } catch (const Error& error) {
      err_ = error.message();
      return exit_code_of(error.code());
    }
  }

  doc::ParseSummary scripted(const fs::path& input, const fs::path& out, const std::string& stem,
                             const doc::ParseOptions&, std::stop_token stop,
                             const std::function<void(const doc::ParseProgress&)>& on_page) {
    stems_.push_back(stem);
    const Script& script = scripts_.at(input.filename().string());
    if (script.error) throw Error(*script.error);
    doc::ParseSummary summary;
    summary.folder = out / stem / "auto";
    summary.pages_total = script.pages;
    for (int i = 0; i < script.pages && !stop.stop_requested(); ++i) {
      doc::Page page;
      page.page_idx = page.source_page = i;
      for (int w = 0; w < script.warnings_a_page; ++w) {
        page.diagnostics.push_back({Code::kUnsupported, fmt::format("warning {}", w)});
      }
      const bool fails = std::count(script.failing.begin(), script.failing.end(), i) > 0;
      if (fails) {
        page.status = doc::PageStatus::kFailed;
        page.diagnostics.push_back({Code::kCorruptData, "page 1: its contents are no contents"});
      }
      ++(fails ? summary.pages_failed : summary.pages_ok);
      on_page({.pages_done = i + 1, .pages_total = script.pages, .page = &page});
      if (!script.raise_signal) continue;
      ::kill(::getpid(), SIGINT);
      for (int wait = 0; wait < 500 && !stop.stop_requested(); ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
    return summary;
  }

  std::vector<json> events() const {
    std::vector<json> events;
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);) events.push_back(json::parse(line));
    return events;
  }

  fs::path folder_;
  ParseCommand command_;
  ParseServices services_;
  std::map<std::string, Script> scripts_;
  std::vector<std::string> stems_;
  std::string out_;
  std::string err_;
};

TEST_F(ParseTest, AllGood) {
  add("a.pdf", {.pages = 3});
  add("b.pdf", {.pages = 2});
  EXPECT_EQ(run(), ExitCode::kOk);
  EXPECT_EQ(out_, fmt::format("{0}/a/auto/a.md\n{0}/b/auto/b.md\n", command_.output.string()));
  EXPECT_THAT(err_, HasSubstr("a.pdf: 3 pages in "));
  EXPECT_THAT(err_, HasSubstr("2 documents\n5 pages in "));
  EXPECT_THAT(err_, HasSubstr("of the largest media worker 100 MB"));
}

TEST_F(ParseTest, SeveralAtATimeAreListedInTheirOrder) {
  command_.jobs = 3;
  for (const char* name : {"a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"}) add(name, {.pages = 2});
  std::mutex mutex;
  services_.parse = [&, inner = services_.parse](const auto& input, const auto& out,
                                                 const auto& stem, const auto& options,
                                                 std::stop_token stop, const auto& on_page) {
    if (stem == "a") std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::scoped_lock lock(mutex);
    return inner(input, out, stem, options, stop, on_page);
  };
  EXPECT_EQ(run(), ExitCode::kOk);
  EXPECT_EQ(stems_.back(), "a") << "the others did not wait for it";
  EXPECT_EQ(out_, fmt::format("{0}/a/auto/a.md\n{0}/b/auto/b.md\n{0}/c/auto/c.md\n"
                              "{0}/d/auto/d.md\n{0}/e/auto/e.md\n",
                              command_.output.string()));
  EXPECT_THAT(err_, HasSubstr("5 documents\n10 pages in "));
}

TEST_F(ParseTest, ReportAndTable) {
  command_.report = folder_ / "report.json";
  add("a.pdf", {.pages = 3});
  add("b.pdf", {.pages = 2, .failing = {1}});
  add("bad.pdf", {.error = Error(Code::kCorruptData, "no page tree")});
  EXPECT_EQ(run(), ExitCode::kPartial);
  const json report = json::parse(read_file(command_.report));
  ASSERT_EQ(report["documents"].size(), 3u);
  EXPECT_EQ(report["documents"][0]["status"], "ok");
  EXPECT_EQ(report["documents"][1]["status"], "partial");
  EXPECT_EQ(report["documents"][1]["pages_ok"], 1);
  EXPECT_EQ(report["documents"][2]["error"]["message"], "no page tree");
  EXPECT_EQ(report["end"]["documents_failed"], 1);
  EXPECT_THAT(err_, testing::ContainsRegex("documents +good pages +failed pages +time\n"
                                           "ok +1 +3 +0 +[0-9.]+ m?s\n"
                                           "partial +1 +1 +1 +[0-9.]+ m?s\n"
                                           "failed +1 +0 +0 "));
}

TEST_F(ParseTest, ResultsOfAnEarlierRunCount) {
  add("a.pdf", {.pages = 3});
  add("b.pdf", {.pages = 2});
  services_.parse = [inner = services_.parse](const auto& input, const auto& out, const auto& stem,
                                              const auto& options, std::stop_token stop,
                                              const auto& on_page) {
    doc::ParseSummary summary = inner(input, out, stem, options, stop, on_page);
    summary.already_done = stem == "a";
    summary.pages_kept = stem == "a" ? 3 : 1;
    return summary;
  };
  command_.json_progress = true;
  EXPECT_EQ(run(), ExitCode::kOk);
  EXPECT_THAT(err_, HasSubstr("3 pages in "));
  EXPECT_THAT(err_, HasSubstr(", by an earlier run\n"));
  EXPECT_THAT(err_, HasSubstr(", 1 of them kept from an earlier run\n"));
  EXPECT_THAT(err_, HasSubstr("2 documents; 1 of them by an earlier run\n"));
  EXPECT_EQ(events().back()["documents_already_done"], 1);
  EXPECT_EQ(events().back()["pages_kept"], 4);
}

TEST_F(ParseTest, OneBadPageIsPartial) {
  add("a.pdf", {.pages = 3, .failing = {0}});
  EXPECT_EQ(run(), ExitCode::kPartial);
  EXPECT_THAT(err_, HasSubstr("partial  "));
  EXPECT_THAT(err_, HasSubstr("2 of 3 pages in "));
  EXPECT_THAT(err_, HasSubstr("         page 1 failed: its contents are no contents\n"));
  EXPECT_THAT(err_, HasSubstr("1 failed (1 corrupt_data)"));
  EXPECT_THAT(out_, HasSubstr("a.md"));
}

TEST_F(ParseTest, OneBadFileStopsNothing) {
  add("a.pdf", {});
  add("bad.pdf", {.error = Error(Code::kCorruptData, "no page tree")});
  add("c.pdf", {});
  command_.inputs.push_back(folder_ / "in" / "missing.pdf");
  EXPECT_EQ(run(), ExitCode::kPartial);
  EXPECT_THAT(err_, HasSubstr("bad.pdf: no page tree\n"));
  EXPECT_THAT(err_, HasSubstr("missing.pdf: no such file\n"));
  EXPECT_THAT(err_, HasSubstr("4 documents: 2 complete, 0 partial, 2 failed "
                              "(1 corrupt_data, 1 not_found)"));
  EXPECT_THAT(out_, HasSubstr("c.md"));
  EXPECT_THAT(out_, Not(HasSubstr("bad")));
}

TEST_F(ParseTest, NothingParsed) {
  add("bad.pdf", {.error = Error(Code::kCorruptData, "no page tree")});
  EXPECT_EQ(run(), ExitCode::kNothingParsed);
  add("worse.pdf", {.pages = 2, .failing = {0, 1}});
  EXPECT_EQ(run(), ExitCode::kNothingParsed);
  EXPECT_EQ(out_, "");
}

TEST_F(ParseTest, PasswordIsTheOnlyProblem) {
  add("locked.pdf", {.error = Error(Code::kPasswordRequired, "a password is needed")});
  EXPECT_EQ(run(), ExitCode::kPassword);
  add("a.pdf", {});
  EXPECT_EQ(run(), ExitCode::kPassword);
  EXPECT_THAT(err_, HasSubstr("MINERU_PASSWORD"));
  add("bad.pdf", {.error = Error(Code::kCorruptData, "no page tree")});
  EXPECT_EQ(run(), ExitCode::kPartial);
}

TEST_F(ParseTest, OutputThatFailsHalfway) {
  add("a.pdf", {.error = Error(Code::kIo, "out/a: no space left on device")});
  add("b.pdf", {});
  EXPECT_EQ(run(), ExitCode::kOutput);
}

TEST_F(ParseTest, OutputThatCannotBeMade) {
  add("a.pdf", {});
  write_file(folder_ / "file", "in the way");
  command_.output = folder_ / "file";
  EXPECT_EQ(run(), ExitCode::kOutput);
  command_.output = folder_ / "file" / "below";
  EXPECT_EQ(run(), ExitCode::kOutput);
  EXPECT_THAT(err_, HasSubstr("-o"));
  EXPECT_TRUE(stems_.empty()) << "found out before the work";
}

TEST_F(ParseTest, InputThatIsNoFileIsNoOutputProblem) {
  command_.inputs = {"/dev/null"};
  EXPECT_EQ(run(), ExitCode::kNothingParsed);
  EXPECT_THAT(err_, HasSubstr("not a regular file"));
}

TEST_F(ParseTest, UnexpectedExceptionCostsOneDocument) {
  add("a.pdf", {});
  add("b.pdf", {});
  services_.parse = [this, inner = services_.parse](const auto& input, const auto& out,
                                                    const auto& stem, const auto& options,
                                                    std::stop_token stop, const auto& on_page) {
    if (stem == "a") throw std::runtime_error("surprise");
    return inner(input, out, stem, options, stop, on_page);
  };
  EXPECT_EQ(run(), ExitCode::kPartial);
  EXPECT_THAT(err_, HasSubstr("this is a bug: surprise"));
}

TEST_F(ParseTest, WarningsAreFewUnlessVerbose) {
  add("a.pdf", {.pages = 10, .warnings_a_page = 2});
  EXPECT_EQ(run(), ExitCode::kOk);
  EXPECT_THAT(err_, HasSubstr(", 20 warnings\n"));
  EXPECT_THAT(err_,
              HasSubstr("         page 3: warning 0\n         and 15 more, see a_middle.json\n"));
  command_.verbosity = Verbosity::kVerbose;
  run();
  EXPECT_THAT(err_, HasSubstr("page 10: warning 1\n"));
  EXPECT_THAT(err_, Not(HasSubstr("more, see")));
}

TEST_F(ParseTest, QuietSpeaksOfFailuresOnly) {
  command_.verbosity = Verbosity::kQuiet;
  add("a.pdf", {.pages = 10, .warnings_a_page = 2});
  run();
  EXPECT_EQ(err_, "");
  EXPECT_THAT(out_, HasSubstr("a.md"));
  add("bad.pdf", {.error = Error(Code::kCorruptData, "no page tree")});
  run();
  EXPECT_THAT(err_, testing::MatchesRegex("failed   [^\n]*bad.pdf: no page tree\n"));
}

TEST_F(ParseTest, JsonEvents) {
  command_.json_progress = true;
  add("报告 #1.pdf", {.pages = 2, .failing = {1}});
  add("bad.pdf", {.error = Error(Code::kCorruptData, "no page tree")});
  EXPECT_EQ(run(), ExitCode::kPartial);
  const std::vector<json> lines = events();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0]["event"], "start");
  EXPECT_EQ(lines[0]["documents"], 2);
  EXPECT_EQ(lines[1]["event"], "page");
  EXPECT_EQ(lines[1]["page"], 1);
  EXPECT_EQ(lines[1]["status"], "ok");
  EXPECT_EQ(fs::path(lines[1]["file"].get<std::string>()).filename(), "报告 #1.pdf");
  EXPECT_EQ(lines[2]["status"], "failed");
  EXPECT_EQ(lines[2]["diagnostics"][0]["code"], "corrupt_data");
  EXPECT_EQ(lines[3]["event"], "document");
  EXPECT_EQ(lines[3]["status"], "partial");
  EXPECT_EQ(lines[3]["pages_ok"], 1);
  EXPECT_EQ(lines[3]["folder"], (command_.output / "报告 #1" / "auto").string());
  EXPECT_EQ(lines[4]["status"], "failed");
  EXPECT_EQ(lines[4]["error"]["code"], "corrupt_data");
  EXPECT_TRUE(lines[4]["folder"].is_null());
  EXPECT_EQ(lines[5]["event"], "end");
  EXPECT_EQ(lines[5]["exit_code"], 3);
  EXPECT_EQ(lines[5]["worker_peak_memory_bytes"], 100 << 20);
}

TEST_F(ParseTest, JsonSurvivesNamesThatAreNoUtf8) {
  command_.json_progress = true;
  add("br\xfcken.pdf", {});
  EXPECT_EQ(run(), ExitCode::kOk);
  EXPECT_EQ(events().size(), 4u);
  EXPECT_THAT(err_, HasSubstr("br\uFFFDken.pdf: 1 page"));
}

TEST_F(ParseTest, NamesCannotWriteToTheTerminal) {
  add("a\x1b[2Jb.pdf", {});
  run();
  EXPECT_THAT(err_, HasSubstr("a?[2Jb.pdf"));
  EXPECT_THAT(err_, Not(HasSubstr("\x1b")));
}

TEST_F(ParseTest, EqualStemsGetNumbers) {
  add("x/a.pdf", {});
  add("y/A.pdf", {});
  EXPECT_EQ(run(), ExitCode::kOk);
  EXPECT_THAT(stems_, testing::ElementsAre("a", "A_2"));
}

TEST_F(ParseTest, ChosenLanguageIsCheckedBeforeTheWork) {
  add("a.pdf", {});
  command_.language_chosen = true;
  command_.options.ocr_languages = "jpn+eng";
  EXPECT_EQ(run(), ExitCode::kNothingParsed);
  EXPECT_THAT(err_, HasSubstr("apt-get install tesseract-ocr-jpn"));
  EXPECT_TRUE(stems_.empty());
  command_.options.method = doc::Method::kText;  // nothing is recognised, so nothing is missing
  EXPECT_EQ(run(), ExitCode::kOk);
}

TEST_F(ParseTest, SignalFinishesThePageAndStops) {
  add("a.pdf", {.pages = 5, .raise_signal = true});
  add("b.pdf", {});
  EXPECT_EQ(run(), ExitCode::kInterrupted);
  EXPECT_THAT(err_, HasSubstr("press Ctrl-C again"));
  EXPECT_THAT(err_, HasSubstr("1 of 5 pages in "));
  EXPECT_THAT(err_, HasSubstr(", stopped\n"));
  EXPECT_THAT(out_, HasSubstr("a.md")) << "what is finished is kept";
  EXPECT_THAT(stems_, testing::ElementsAre("a"));
}

TEST_F(ParseTest, TerminalShowsABarAndRemovesIt) {
  add("a.pdf", {.pages = 3});
  EXPECT_EQ(run({.terminal = true, .colour = true, .columns = 80}), ExitCode::kOk);
  EXPECT_THAT(err_, testing::StartsWith("\ra.pdf  reading\x1b[K"));
  EXPECT_THAT(err_, HasSubstr("\r\x1b[K\x1b[32mok       \x1b[0m"));
}

}  // namespace
}  // namespace mineru::cli
