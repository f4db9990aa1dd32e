#include "cli/options.h"

#include <unistd.h>

#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "cli/help.h"

namespace mineru::cli {
namespace {

using testing::HasSubstr;

// Splits at spaces; enough for these tests.
std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

Environment two_cores() {
  Environment environment;
  environment.cpu.logical_cpus = 4;
  environment.cpu.physical_cores = 2;
  environment.cpu.default_threads = 2;
  return environment;
}

ParseCommand parse(const std::string& line, const Environment& environment = two_cores()) {
  return std::get<ParseCommand>(read_command_line(words("parse " + line), environment));
}

Error failure(const std::string& line) {
  try {
    read_command_line(words(line), two_cores());
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "accepted: " << line;
  return Error(Code::kInternal, "");
}

std::string text_of(const std::string& line) {
  return std::get<PrintCommand>(read_command_line(words(line), two_cores())).text;
}

TEST(Options, Defaults) {
  const ParseCommand command = parse("report.pdf");
  EXPECT_THAT(command.inputs, testing::ElementsAre("report.pdf"));
  EXPECT_EQ(command.output, "out");
  EXPECT_EQ(command.recursive, Recursive::kNo);
  EXPECT_FALSE(command.json_progress);
  EXPECT_FALSE(command.language_chosen);
  EXPECT_EQ(command.verbosity, Verbosity::kNormal);
  EXPECT_EQ(command.threads_reason, "2 (all physical cores)");
  const doc::ParseOptions& options = command.options;
  EXPECT_EQ(options.backend, doc::Backend::kFlash);
  EXPECT_EQ(options.method, doc::Method::kAuto);
  EXPECT_TRUE(options.pages.empty());
  EXPECT_TRUE(options.password.empty());
  EXPECT_TRUE(options.tables && options.formulas && options.overlay && options.origin);
  EXPECT_EQ(options.num_workers, 2);
  EXPECT_EQ(options.compat, doc::Compat::kProduct);
  EXPECT_EQ(options.limits.max_pixels, 200'000'000);
  EXPECT_EQ(options.worker.call_timeout_ms, 120'000);
  EXPECT_EQ(options.worker.memory_bytes, 2ull << 30);
}

TEST(Options, EverythingGiven) {
  const ParseCommand command = parse(
      "a.pdf -p b.pdf --path=c -o results -b pipeline -m ocr -l en --pages 2-,-1 -f false -t 0 "
      "--password pw --threads 3 --json-progress --compat reference --no-overlay --no-origin "
      "--max-pixels 5M --page-timeout 1.5 --worker-memory 1G -rv");
  EXPECT_THAT(command.inputs, testing::ElementsAre("b.pdf", "c", "a.pdf"));
  EXPECT_EQ(command.output, "results");
  EXPECT_EQ(command.recursive, Recursive::kYes);
  EXPECT_EQ(command.verbosity, Verbosity::kVerbose);
  EXPECT_TRUE(command.json_progress && command.language_chosen);
  const doc::ParseOptions& options = command.options;
  EXPECT_EQ(options.backend, doc::Backend::kFlash);
  EXPECT_EQ(options.method, doc::Method::kOcr);
  EXPECT_EQ(options.ocr_languages, "eng");
  ASSERT_EQ(options.pages.size(), 2u);
  EXPECT_EQ(options.pages[0].first, 2);
  EXPECT_EQ(options.pages[1].first, -1);
  EXPECT_FALSE(options.formulas || options.tables || options.overlay || options.origin);
  EXPECT_EQ(options.password, "pw");
  EXPECT_EQ(options.num_workers, 3);
  EXPECT_EQ(options.compat, doc::Compat::kReference);
  EXPECT_EQ(options.limits.max_pixels, 5'000'000);
  EXPECT_EQ(options.worker.call_timeout_ms, 1500);
  EXPECT_EQ(options.worker.memory_bytes, 1ull << 30);
}

TEST(Options, OfficialPagesAreZeroBasedAndInclusive) {
  const auto range = [](const std::string& line) {
    const std::vector<doc::PageRange> pages = parse("a.pdf " + line).options.pages;
    EXPECT_EQ(pages.size(), 1u);
    return std::pair(pages.at(0).first, pages.at(0).last);
  };
  EXPECT_EQ(range("-s 0 -e 0"), std::pair(1, 1));
  EXPECT_EQ(range("-s 2 -e 4"), std::pair(3, 5));
  EXPECT_EQ(range("--start 2"), std::pair(3, -1));
  EXPECT_EQ(range("--end 99999"), std::pair(1, 100'000));
  EXPECT_THAT(failure("parse a.pdf -s 3 -e 2").message(), HasSubstr("no page is left"));
  EXPECT_THAT(failure("parse a.pdf -s -1").message(), HasSubstr("--start"));
  EXPECT_THAT(failure("parse a.pdf -e -1").message(), HasSubstr("--end"));
  EXPECT_THAT(failure("parse a.pdf -s 0 --pages 1").message(), HasSubstr("not both"));
}

TEST(Options, LastPageIsAValueNotAnOption) {
  EXPECT_EQ(parse("a.pdf --pages -1").options.pages.at(0).last, -1);
  EXPECT_EQ(parse("a.pdf --pages=-3-").options.pages.at(0).first, -3);
}

TEST(Options, Backends) {
  for (const char* name : {"vlm", "vlm-engine", "vlm-auto-engine"}) {
    EXPECT_EQ(parse(std::string("a.pdf -b ") + name).options.backend, doc::Backend::kVlm) << name;
  }
  for (const char* name : {"hybrid", "hybrid-engine", "hybrid-auto-engine"}) {
    EXPECT_EQ(parse(std::string("a.pdf -b ") + name).options.backend, doc::Backend::kHybrid)
        << name;
  }
  EXPECT_EQ(failure("parse a.pdf -b flush").code(), Code::kInvalidArgument);
  EXPECT_THAT(failure("parse a.pdf -b flush").message(), HasSubstr("did you mean 'flash'?"));
}

TEST(Options, Passwords) {
  Environment environment = two_cores();
  environment.password = "from environment";
  EXPECT_EQ(parse("a.pdf", environment).options.password, "from environment");
  EXPECT_EQ(parse("a.pdf --password typed", environment).options.password, "typed");
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("cli_test_password_{}", ::getpid());
  write_file(file, "from file\r\nsecond line\n");
  EXPECT_EQ(parse("a.pdf --password-file " + file.string(), environment).options.password,
            "from file");
  EXPECT_THAT(failure("parse a.pdf --password x --password-file " + file.string()).message(),
              HasSubstr("not both"));
  std::filesystem::remove(file);
  EXPECT_THAT(failure("parse a.pdf --password-file " + file.string()).message(),
              HasSubstr("--password-file"));
}

TEST(Options, MistakesAreNamedWithTheNearestName) {
  EXPECT_THAT(failure("parse a.pdf --thread 3").message(), HasSubstr("'--threads'"));
  EXPECT_THAT(failure("parse a.pdf --outptu=x").message(), HasSubstr("'--output'"));
  EXPECT_THAT(failure("parse a.pdf --frobnicate").message(), HasSubstr("'--frobnicate'"));
  EXPECT_THAT(failure("prase a.pdf").message(), HasSubstr("'parse'"));
  EXPECT_THAT(failure("doctor --jsn").message(), HasSubstr("'--json'"));
  EXPECT_THAT(failure("doctor extra").message(), HasSubstr("'extra'"));
  EXPECT_THAT(failure("-p a.pdf -o out").message(), HasSubstr("mineru-cpp parse -p"));
  EXPECT_THAT(failure("parse").message(), HasSubstr("nothing to read"));
  EXPECT_THAT(failure("").message(), HasSubstr("Usage: mineru-cpp COMMAND"));
  EXPECT_THAT(failure("parse a.pdf --threads").message(), HasSubstr("--threads"));
  EXPECT_THAT(failure("parse a.pdf --threads").message(), HasSubstr("needs a value"));
  EXPECT_THAT(failure("parse a.pdf -v -q").message(), HasSubstr("not both"));
}

TEST(Options, BadValuesSayWhatIsExpected) {
  EXPECT_THAT(failure("parse a.pdf --threads 0").message(),
              testing::AllOf(HasSubstr("--threads"), HasSubstr("1 to 256"), HasSubstr("'0'")));
  EXPECT_THAT(failure("parse a.pdf -m fast").message(),
              testing::AllOf(HasSubstr("--method"), HasSubstr("auto, txt or ocr")));
  EXPECT_THAT(failure("parse a.pdf -f maybe").message(), HasSubstr("--formula"));
  EXPECT_THAT(failure("parse a.pdf --worker-memory 2").message(), HasSubstr("at least 256M"));
  EXPECT_THAT(failure("parse a.pdf --max-pixels 0").message(), HasSubstr("at least 1"));
  EXPECT_THAT(failure("parse a.pdf --compat old").message(), HasSubstr("product or reference"));
  EXPECT_THAT(failure("parse a.pdf --pages 5-1").message(), HasSubstr("--pages: '5-1'"));
  EXPECT_THAT(failure("parse a.pdf -l x").message(), HasSubstr("--lang"));
}

TEST(Options, DashDashEndsOptions) {
  EXPECT_THAT(parse("-q -- -strange.pdf").inputs, testing::ElementsAre("-strange.pdf"));
}

TEST(Options, LastOfARepeatedOptionCounts) {
  EXPECT_EQ(parse("a.pdf -o one -o two").output, "two");
}

TEST(Options, QuotaExplainsTheThreads) {
  Environment environment = two_cores();
  environment.cpu.physical_cores = 8;
  environment.cpu.quota_cpus = 2.5;
  EXPECT_EQ(parse("a.pdf", environment).threads_reason,
            "2 (the CPU quota of this container, 2.5 of 8 cores)");
}

TEST(Options, HelpAndVersion) {
  for (const char* line : {"--help", "-h", "help"}) {
    EXPECT_THAT(text_of(line), HasSubstr("Examples:")) << line;
  }
  for (const char* line : {"parse --help", "parse -h", "help parse", "parse a.pdf --help"}) {
    EXPECT_THAT(text_of(line), HasSubstr("--worker-memory")) << line;
  }
  EXPECT_THAT(text_of("doctor --help"), HasSubstr("bug report"));
  for (const char* line : {"--version", "-V", "version"}) {
    EXPECT_THAT(text_of(line), testing::StartsWith("mineru-cpp ")) << line;
  }
}

TEST(Options, HelpFitsATerminal) {
  const CpuInfo cpu = two_cores().cpu;
  for (const std::string& help :
       {main_help(), parse_help(cpu), ask_help(cpu), pull_help(), synth_help(), doctor_help()}) {
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

// Every option named in the help exists: the parser says something else than "no option is called".
TEST(Options, HelpTellsTheTruth) {
  for (const auto& [command, least] : {std::pair("parse", 28), std::pair("ask", 16),
                                       std::pair("pull", 6), std::pair("synth", 7)}) {
    std::istringstream in(text_of(fmt::format("help {}", command)));
    int seen = 0;
    for (std::string word; in >> word;) {
      if (!word.starts_with("--") || word.find_first_of("=,.;>") != std::string::npos) continue;
      ++seen;
      try {
        read_command_line(words(fmt::format("{} {} 1", command, word)), two_cores());
      } catch (const Error& error) {
        EXPECT_THAT(error.message(), testing::Not(HasSubstr("no option is called"))) << word;
      }
    }
    EXPECT_GE(seen, least) << command;
  }
}

TEST(Options, Folders) {
  const ParseCommand plain = parse("scans --threads 4");
  EXPECT_EQ(plain.options.resume, doc::Resume::kNo);
  EXPECT_EQ(plain.jobs, 2);
  EXPECT_EQ(plain.report, "");
  EXPECT_EQ(parse("scans --threads 1").jobs, 1);
  EXPECT_EQ(parse("scans --resume").options.resume, doc::Resume::kYes);
  EXPECT_EQ(parse("scans --retry-failed").options.resume, doc::Resume::kRetryFailed);
  EXPECT_EQ(parse("scans --skip-existing").options.resume, doc::Resume::kSkipExisting);
  const ParseCommand given = parse("scans --jobs 7 --report r.json");
  EXPECT_EQ(given.jobs, 7);
  EXPECT_EQ(given.report, "r.json");
  EXPECT_THAT(failure("parse scans --resume --skip-existing").message(),
              HasSubstr("give one of --resume, --retry-failed and --skip-existing"));
  EXPECT_THAT(failure("parse scans --jobs 0").message(), HasSubstr("--jobs"));
}

TEST(Options, Watch) {
  const auto command = std::get<WatchCommand>(
      read_command_line(words("watch inbox --interval 0.5 --format chunks"), two_cores()));
  EXPECT_THAT(command.parse.inputs, testing::ElementsAre("inbox"));
  EXPECT_EQ(command.interval_seconds, 0.5);
  EXPECT_TRUE(command.parse.options.output.formats.chunks);
  EXPECT_EQ(command.parse.options.resume, doc::Resume::kYes);
  EXPECT_THAT(failure("watch").message(), HasSubstr("name a folder"));
  EXPECT_THAT(failure("parse a --interval 1").message(), HasSubstr("--interval"));
}

}  // namespace
}  // namespace mineru::cli
