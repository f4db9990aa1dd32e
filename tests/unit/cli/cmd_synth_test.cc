#include "cli/cmd_synth.h"

#include <signal.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "unit/cli/captured_console.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class SynthTest : public testing::Test {
 protected:
  SynthTest() : folder_(fs::temp_directory_path() / fmt::format("synth_{}", ::getpid())) {
    fs::create_directories(folder_);
    command_.folder = folder_ / "m";
    command_.cached_tokenizer = folder_ / "cached.json";
    command_.seed = 9;
    services_.write = [this](const model::SyntheticOptions& options, const fs::path& folder,
                             const model::SyntheticProgress& progress) {
      EXPECT_EQ(folder, folder_ / "m");
      options_ = options;
      fs::create_directories(folder);
      write_file(folder / "tokenizer.json", "new");
      if (raise_) {
        ::kill(::getpid(), SIGINT);
        ::usleep(500'000);  // until the watcher has seen it
      }
      progress(3 << 20, 3 << 20);
    };
  }
  ~SynthTest() override { fs::remove_all(folder_); }

  std::string run() {
    CapturedConsole captured({});
    try {
      EXPECT_EQ(run_synth(command_, services_, captured.console()), ExitCode::kOk);
      EXPECT_EQ(captured.out(), (folder_ / "m").string() + "\n");
      return captured.err();
    } catch (const Error& error) {
      code_ = error.code();
      return error.message();
    }
  }

  fs::path folder_;
  SynthCommand command_;
  SynthServices services_;
  model::SyntheticOptions options_;
  bool raise_ = false;
  Code code_ = Code::kInternal;
};

TEST_F(SynthTest, Tokenizers) {
  command_.force = true;
  EXPECT_THAT(run(), HasSubstr("scripts/fetch_tokenizer brings one"));
  EXPECT_EQ(options_.tokenizer_json, "");
  EXPECT_EQ(options_.seed, 9u);
  write_file(command_.cached_tokenizer, "{}");
  EXPECT_THAT(run(), HasSubstr("mineru2.5-1.2b, seed 9: 3 MB of random weights in "));
  EXPECT_EQ(options_.tokenizer_json, command_.cached_tokenizer);
  command_.tokenizer = "mine.json";
  run();
  EXPECT_EQ(options_.tokenizer_json, "mine.json");
  command_.tokenizer.clear();
  command_.preset = "tiny";
  run();
  EXPECT_EQ(options_.tokenizer_json, "") << "a full vocabulary would blow it up";
}

TEST_F(SynthTest, FoldersThatHoldSomething) {
  fs::create_directories(command_.folder);
  run();  // empty: fine
  write_file(command_.folder / "config.json", "old");
  write_file(command_.folder / "notes.txt", "mine");
  EXPECT_THAT(run(), HasSubstr("--force"));
  EXPECT_EQ(code_, Code::kInvalidArgument);
  command_.force = true;
  run();
  EXPECT_FALSE(fs::exists(command_.folder / "config.json"));
  EXPECT_TRUE(fs::exists(command_.folder / "notes.txt"));
}

TEST_F(SynthTest, UnknownPresetBeforeAnythingIsRemoved) {
  command_.preset = "huge";
  command_.force = true;
  fs::create_directories(command_.folder);
  write_file(command_.folder / "config.json", "old");
  EXPECT_THAT(run(), HasSubstr("mineru2.5-1.2b or tiny"));
  EXPECT_TRUE(fs::exists(command_.folder / "config.json"));
}

TEST_F(SynthTest, StopsWithoutARest) {
  raise_ = true;
  EXPECT_EQ(run(), "stopped");
  EXPECT_EQ(code_, Code::kCancelled);
  EXPECT_FALSE(fs::exists(command_.folder / "tokenizer.json"));
  raise_ = false;
  run();
  EXPECT_TRUE(fs::exists(command_.folder / "tokenizer.json"));
}

}  // namespace
}  // namespace mineru::cli
