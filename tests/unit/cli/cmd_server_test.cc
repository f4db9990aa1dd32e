// parse and ask with a model behind a server: no model is looked for or loaded here.
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/cmd_ask.h"
#include "cli/cmd_parse.h"
#include "unit/cli/captured_console.h"
#include "unit/engine_support/scripted_generator.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// A server's replies are without probabilities.
LoadedModel scripted_server() {
  LoadedModel model;
  model.generator = std::make_unique<engine::ScriptedGenerator>(
      engine::ScriptedGenerator::ReplyScript([](const engine::Request&) {
        return engine::Reply{.text = "An answer.",
                             .usage = {.prompt_tokens = 9, .completion_tokens = 3}};
      }),
      engine::ScriptOptions{.info = {.model_name = "served"}});
  return model;
}

TEST(AskServer, HasNoFiguresOfAnEngine) {
  AskCommand command;
  command.prompt = "What?";
  command.server = remote::RemoteOptions{.url = "http://h"};
  std::vector<std::string> asked;
  AskServices services;
  services.peak_worker_bytes = [] { return uint64_t{0}; };
  services.connect = [&](const remote::RemoteOptions& server, const std::stop_token&) {
    asked.push_back(server.url);
    return scripted_server();
  };
  CapturedConsole captured({});
  EXPECT_EQ(run_ask(command, services, captured.console()), ExitCode::kOk);
  EXPECT_THAT(asked, testing::ElementsAre("http://h"));
  EXPECT_EQ(captured.out(), "An answer.\n");
  EXPECT_THAT(captured.err(), HasSubstr("3 tokens in "));
  EXPECT_THAT(captured.err(), HasSubstr(" from the server, prompt 9 tokens\n"));
  EXPECT_THAT(captured.err(), Not(HasSubstr("peak memory")));

  command.json = true;
  CapturedConsole as_json({});
  run_ask(command, services, as_json.console());
  const auto json = nlohmann::json::parse(as_json.out());
  EXPECT_EQ(json["model"], "served");
  EXPECT_TRUE(json["mean_probability"].is_null());
  EXPECT_FALSE(json.contains("isa"));
  EXPECT_EQ(json["timings"].size(), 2U);
}

class ParseServerTest : public testing::Test {
 protected:
  ParseServerTest() : folder_(fs::temp_directory_path() / fmt::format("server_{}", ::getpid())) {
    fs::create_directories(folder_);
    for (const char* name : {"a.pdf", "b.pdf"}) {
      write_file(folder_ / name, "%PDF-1.7\n");
      command_.inputs.push_back(folder_ / name);
    }
    command_.output = folder_ / "out";
    command_.options.backend = doc::Backend::kHybrid;
    command_.server = remote::RemoteOptions{.url = "http://h"};
    services_.peak_worker_bytes = [] { return uint64_t{0}; };
    services_.parse = [this](const auto&, const auto&, const auto&, const auto& options,
                             const auto&, const auto&) {
      seen_.push_back(options.generator == nullptr ? "" : options.generator->info().model_name);
      return doc::ParseSummary{
          .folder = folder_, .pages_total = 1, .pages_ok = 1, .pages_failed = 0, .diagnostics = {}};
    };
  }
  ~ParseServerTest() override { fs::remove_all(folder_); }

  fs::path folder_;
  ParseCommand command_;
  ParseServices services_;
  std::vector<std::string> seen_;  // model of each document
};

TEST_F(ParseServerTest, ConnectedOnceForAllDocuments) {
  int connected = 0;
  services_.connect = [&](const remote::RemoteOptions&, const std::stop_token&) {
    ++connected;
    return scripted_server();
  };
  CapturedConsole captured({});
  EXPECT_EQ(run_parse(command_, services_, captured.console()), ExitCode::kOk);
  EXPECT_EQ(connected, 1);
  EXPECT_THAT(seen_, testing::ElementsAre("served", "served"));
}

TEST_F(ParseServerTest, WithoutTheServerNothingIsTried) {
  services_.connect = [](const remote::RemoteOptions&, const std::stop_token&) -> LoadedModel {
    throw_error(Code::kNotFound, "http://h/v1/models: nobody is there");
  };
  CapturedConsole captured({});
  EXPECT_THROW(run_parse(command_, services_, captured.console()), Error);
  EXPECT_TRUE(seen_.empty());
}

}  // namespace
}  // namespace mineru::cli
