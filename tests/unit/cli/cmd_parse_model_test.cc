#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/cmd_parse.h"
#include "unit/cli/captured_console.h"
#include "unit/engine_support/scripted_generator.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ParseModelTest : public testing::Test {
 protected:
  ParseModelTest() : folder_(fs::temp_directory_path() / fmt::format("vlm_{}", ::getpid())) {
    fs::create_directories(folder_ / "model");
    write_file(folder_ / "model/config.json", "{}");
    for (const char* name : {"a.pdf", "b.pdf"}) {
      write_file(folder_ / name, "%PDF-1.7\n");
      command_.inputs.push_back(folder_ / name);
    }
    command_.output = folder_ / "out";
    command_.threads = 3;
    command_.precision = model::Precision::kQ8;
    command_.model.name = (folder_ / "model").string();
    command_.options.backend = doc::Backend::kVlm;
    services_.peak_worker_bytes = [] { return uint64_t{0}; };
    services_.load_model = [this](const fs::path& folder, const ModelSettings& settings) {
      ++loaded_;
      EXPECT_EQ(folder, folder_ / "model");
      EXPECT_EQ(settings.threads, 3);
      EXPECT_EQ(settings.precision, model::Precision::kQ8);
      LoadedModel model;
      model.generator = std::make_unique<engine::ScriptedGenerator>(
          [](const engine::Request&) { return std::string("x"); });
      generator_ = model.generator.get();
      return model;
    };
    services_.parse = [this](const auto&, const auto&, const auto&, const auto& options,
                             const auto&, const auto&) {
      generators_.push_back(options.generator);
      return doc::ParseSummary{
          .folder = folder_, .pages_total = 1, .pages_ok = 1, .pages_failed = 0, .diagnostics = {}};
    };
  }
  ~ParseModelTest() override { fs::remove_all(folder_); }

  fs::path folder_;
  ParseCommand command_;
  ParseServices services_;
  int loaded_ = 0;
  engine::Generator* generator_ = nullptr;
  std::vector<engine::Generator*> generators_;
};

TEST_F(ParseModelTest, LoadedOnceForAllDocuments) {
  command_.json_progress = true;
  CapturedConsole captured({});
  EXPECT_EQ(run_parse(command_, services_, captured.console()), ExitCode::kOk);
  EXPECT_EQ(loaded_, 1);
  EXPECT_THAT(generators_, testing::ElementsAre(generator_, generator_));
  const std::string out = captured.out();
  const auto start = nlohmann::json::parse(out.substr(0, out.find('\n')));
  EXPECT_EQ(start["backend"], "vlm");
  EXPECT_EQ(start["threads"], 3);
}

TEST_F(ParseModelTest, NotLoadedForFlash) {
  command_.options.backend = doc::Backend::kFlash;
  CapturedConsole captured({});
  EXPECT_EQ(run_parse(command_, services_, captured.console()), ExitCode::kOk);
  EXPECT_EQ(loaded_, 0);
  EXPECT_THAT(generators_, testing::ElementsAre(nullptr, nullptr));
}

TEST_F(ParseModelTest, WithoutAModelNothingIsTried) {
  command_.model = {};
  CapturedConsole captured({});
  try {
    run_parse(command_, services_, captured.console());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
    EXPECT_THAT(error.message(), testing::StartsWith("-b vlm (-b flash needs no model): no model"));
  }
  EXPECT_TRUE(generators_.empty());
}

}  // namespace
}  // namespace mineru::cli
