#include "cli/cmd_ask.h"

#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "unit/cli/captured_console.h"
#include "unit/engine_support/scripted_generator.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using doc::vlm::PromptKind;
using engine::Reply;
using engine::Request;
using testing::HasSubstr;
using testing::Not;

class AskTest : public testing::Test {
 protected:
  AskTest() : folder_(fs::temp_directory_path() / fmt::format("ask_{}", ::getpid())) {
    fs::create_directories(folder_);
    write_file(folder_ / "config.json", "{}");
    command_.model.name = folder_.string();
    command_.threads = 3;
    command_.prompt = "What is it?";
    services_.read_picture = [this](const fs::path& path) {
      if (path == "missing.png") throw_error(Code::kNotFound, "cannot open missing.png");
      return media::Image(width_, height_);
    };
    services_.peak_worker_bytes = [] { return uint64_t{5}; };
    services_.load_model = [this](const fs::path& folder, const ModelSettings& settings) {
      ++loaded_;
      EXPECT_EQ(folder, folder_);
      auto generator = std::make_unique<engine::ScriptedGenerator>(
          [this](const Request& request) { return answer(request); }, options_);
      generator_ = generator.get();
      LoadedModel model;
      model.stats = [this] { return stats_; };
      model.isa = "scripted";
      model.threads = settings.threads;
      model.generator = std::move(generator);
      return model;
    };
    stats_.finished = 1;
    stats_.prompt_tokens = 100;
    stats_.prefill = {1, 0.5};
    stats_.decode = {9, 3.0};
  }
  ~AskTest() override { fs::remove_all(folder_); }

  Reply answer(const Request& request) {
    for (const engine::Part& part : request.messages.back().parts) {
      seen_.push_back(part.image ? fmt::format("{}x{}", part.image->width(), part.image->height())
                                 : part.text);
    }
    system_ = request.messages.front().role == "system" ? request.messages[0].parts[0].text : "";
    max_new_tokens_ = request.max_new_tokens;
    return reply_;
  }

  ExitCode run(ConsoleSetup setup = {}) {
    CapturedConsole captured(setup);
    const ExitCode code = run_ask(command_, services_, captured.console());
    out_ = captured.out();
    err_ = captured.err();
    return code;
  }

  fs::path folder_;
  AskCommand command_;
  AskServices services_;
  engine::ScriptOptions options_;
  engine::ScriptedGenerator* generator_ = nullptr;
  engine::EngineStats stats_;
  Reply reply_{.text = "An answer.",
               .usage = {.prompt_tokens = 100, .completion_tokens = 10, .image_tokens = 64}};
  int width_ = 2000;
  int height_ = 1000;
  int loaded_ = 0;
  int max_new_tokens_ = 0;
  std::vector<std::string> seen_;
  std::string system_;
  std::string out_;
  std::string err_;
};

TEST_F(AskTest, AnswerAndSummary) {
  options_.piece_chars = 3;
  EXPECT_EQ(run(), ExitCode::kOk);
  EXPECT_EQ(out_, "An answer.\n");
  EXPECT_THAT(err_, HasSubstr("10 tokens in "));
  EXPECT_THAT(err_, HasSubstr("prompt 500 ms (100 tokens, 200 tokens/s), answer 3.0 s (3.0 "
                              "tokens/s)\n"));
  EXPECT_THAT(err_, Not(HasSubstr("pictures")));
  EXPECT_EQ(max_new_tokens_, 4096);
  EXPECT_THAT(seen_, testing::ElementsAre("What is it?"));
  EXPECT_EQ(system_, "");
}

TEST_F(AskTest, NoSecondLineEnd) {
  reply_.text = "line\n";
  run();
  EXPECT_EQ(out_, "line\n");
  reply_.text = "";
  run();
  EXPECT_EQ(out_, "");
}

TEST_F(AskTest, QuietSaysTheAnswerOnly) {
  command_.verbosity = Verbosity::kQuiet;
  run();
  EXPECT_EQ(err_, "");
}

TEST_F(AskTest, TerminalIsSafeAndFilesAreExact) {
  reply_.text =
      "a\x1b]0;title\x07\tb\r\n\xC2\x9B"
      "31mc";
  run();
  EXPECT_EQ(out_, reply_.text + "\n");
  run({.out_terminal = true});
  EXPECT_EQ(out_, "a?]0;title?\tb?\n?31mc\n");
}

TEST_F(AskTest, ProgressIsGoneBeforeTheAnswer) {
  run({.terminal = true, .columns = 80});
  EXPECT_THAT(err_, HasSubstr("loading"));
  EXPECT_THAT(err_, HasSubstr("thinking"));
  EXPECT_THAT(err_, HasSubstr("\r\x1b[K10 tokens"));
}

TEST_F(AskTest, PicturesComeFirst) {
  command_.images = {"a.png", "b.png"};
  command_.system = "Be brief.";
  run();
  EXPECT_THAT(seen_, testing::ElementsAre("2000x1000", "2000x1000", "What is it?"));
  EXPECT_EQ(system_, "Be brief.");
}

TEST_F(AskTest, PicturesGetSmaller) {
  command_.images = {"a.png"};
  command_.max_side = 768;
  run();
  EXPECT_THAT(seen_, testing::ElementsAre("768x384", "What is it?"));
}

TEST_F(AskTest, TasksShowPicturesAsParseDoes) {
  command_.images = {"a.png"};
  command_.task = PromptKind::kLayout;
  run();
  EXPECT_THAT(seen_, testing::ElementsAre("1036x1036", "\nLayout Detection:"));
  seen_.clear();
  command_.max_side = 700;
  run();
  EXPECT_THAT(seen_, testing::ElementsAre("700x700", "\nLayout Detection:"));
  seen_.clear();
  width_ = 40;
  height_ = 14;
  command_.task = PromptKind::kEquation;
  run();
  EXPECT_THAT(seen_, testing::ElementsAre("80x28", "\nFormula Recognition:"));
}

TEST_F(AskTest, Json) {
  command_.json = true;
  stats_.vision = {1, 2.25};
  stats_.image_patches = 256;
  reply_.finish_reason = engine::FinishReason::kRepetition;
  EXPECT_EQ(run(), ExitCode::kOk);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["model"], "scripted");
  EXPECT_EQ(json["text"], "An answer.");
  EXPECT_EQ(json["finish_reason"], "repetition");
  EXPECT_EQ(json["usage"]["image_tokens"], 64);
  EXPECT_EQ(json["timings"]["vision_seconds"], 2.25);
  EXPECT_EQ(json["timings"]["prefill_tokens_per_second"], 200);
  EXPECT_EQ(json["timings"]["decode_tokens_per_second"], 3);
  EXPECT_EQ(json["isa"], "scripted");
  EXPECT_EQ(json["threads"], 3);
  EXPECT_EQ(json["worker_peak_memory_bytes"], 5);
  EXPECT_THAT(err_, HasSubstr("pictures 2.2 s"));
  EXPECT_THAT(err_, HasSubstr("repeated itself"));
}

TEST_F(AskTest, MistakesShowBeforeTheModelIsLoaded) {
  command_.images = {"missing.png"};
  EXPECT_THROW(run(), Error);
  command_.images.clear();
  command_.model.name = "/nowhere";
  EXPECT_THROW(run(), Error);
  EXPECT_EQ(loaded_, 0);
}

TEST_F(AskTest, SignalCancelsTheAnswer) {
  options_.delay = std::chrono::seconds(60);
  options_.on_submit = [](const Request&) { ::kill(::getpid(), SIGINT); };
  EXPECT_EQ(run(), ExitCode::kInterrupted);
  EXPECT_EQ(out_, "");
  EXPECT_THAT(err_, HasSubstr("stopped before the end"));
}

TEST_F(AskTest, SignalWhileLoading) {
  const ModelLoader load = services_.load_model;
  services_.load_model = [&](const fs::path& folder, const ModelSettings& settings) {
    ::kill(::getpid(), SIGTERM);
    ::usleep(500'000);  // until the watcher has seen it
    return load(folder, settings);
  };
  try {
    run();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kCancelled);
  }
}

}  // namespace
}  // namespace mineru::cli
