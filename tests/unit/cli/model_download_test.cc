#include "cli/model_download.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "base/unique_fd.h"
#include "cli/file_digest.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// One thing that the scripted server does with a request.
struct Turn {
  HttpAnswer answer = {};
  size_t bytes = std::string::npos;  // sent before it
  bool from_start = false;           // ignores the range
};

class DownloadTest : public testing::Test {
 protected:
  DownloadTest() : folder_(fs::temp_directory_path() / fmt::format("download_{}", ::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    request_.place = {ModelHost::kHuggingFace, "https://host", published_model("2509")};
    request_.folder = folder_ / "model";
    services_.get = [this](const HttpGet& get) { return serve(get); };
    services_.wait = [this](double seconds, const std::stop_token&) {
      waits_.push_back(seconds);
      if (stop_in_wait_) stop_.request_stop();
    };
    services_.free_bytes = [this](const fs::path&) { return free_; };
    add("config.json", "{}");
    add("model.safetensors", std::string(1000, 'w'));
  }
  ~DownloadTest() override { fs::remove_all(folder_); }

  void add(const std::string& name, const std::string& content) { files_[name] = content; }

  std::string listing() const {
    std::string json;
    for (const auto& [name, content] : files_) {
      write_file(folder_ / "scratch", content);
      json += fmt::format(
          R"({}{{"type": "file", "path": "{}", "size": {}, "oid": "x", "lfs": {{"oid": "{}"}}}})",
          json.empty() ? "" : ",", name, content.size(),
          file_digest(folder_ / "scratch", DigestKind::kSha256));
    }
    return "[" + json + "]";
  }

  HttpAnswer serve(const HttpGet& get) {
    const std::string name = get.url.substr(get.url.rfind('/') + 1);
    asked_.push_back(fmt::format("{}@{}", name, get.offset));
    Turn turn;
    if (auto& turns = turns_[name]; !turns.empty()) {
      turn = turns.front();
      turns.erase(turns.begin());
    }
    const std::string content = name == "main" ? listing() : files_.at(name);
    const size_t start = turn.from_start ? 0 : get.offset;
    const std::string_view bytes = std::string_view(content).substr(start).substr(0, turn.bytes);
    if (!bytes.empty()) {
      get.on_begin(start);
      get.on_bytes(bytes);
    }
    if (get.on_tick) get.on_tick();
    return turn.answer;
  }

  static Turn broken_after(size_t bytes) {
    return {.answer = {HttpOutcome::kTemporary, "broken off", 0}, .bytes = bytes};
  }
  static Turn refused_with(HttpOutcome outcome) {
    return {.answer = {outcome, "scripted reason", 0}, .bytes = 0};
  }

  DownloadReport download() {
    return download_model(
        request_, services_, [this](const DownloadProgress& p) { last_ = p; }, stop_.get_token());
  }

  Error failure() {
    try {
      download();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "no error";
    return Error(Code::kInternal, "");
  }

  fs::path folder_;
  DownloadRequest request_;
  DownloadServices services_;
  std::map<std::string, std::string> files_;
  std::map<std::string, std::vector<Turn>> turns_;
  std::vector<std::string> asked_;
  std::vector<double> waits_;
  uint64_t free_ = 1 << 30;
  bool stop_in_wait_ = false;
  std::stop_source stop_;
  DownloadProgress last_;
};

TEST_F(DownloadTest, Report) {
  const DownloadReport report = download();
  EXPECT_EQ(report.files_fetched, 2);
  EXPECT_EQ(report.files_kept, 0);
  EXPECT_EQ(report.bytes_fetched, 1002u);
  EXPECT_EQ(report.bytes_total, 1002u);
  EXPECT_EQ(last_.done, 1002u);
  EXPECT_EQ(last_.total, 1002u);
  EXPECT_EQ(read_file(folder_ / "model/model.safetensors"), files_["model.safetensors"]);
  EXPECT_EQ(download().files_kept, 2);
}

TEST_F(DownloadTest, PausesGrowWhileNothingComes) {
  turns_["model.safetensors"] = {broken_after(0), broken_after(0), broken_after(0),
                                 broken_after(100), broken_after(0)};
  download();
  EXPECT_THAT(waits_, ElementsAre(1, 2, 4, 1, 2));
  EXPECT_THAT(asked_, testing::Contains("model.safetensors@100").Times(2));
}

TEST_F(DownloadTest, ServerSaysWhenToComeBack) {
  Turn later = broken_after(0);
  later.answer.retry_after_s = 17;
  Turn much_later = later;
  much_later.answer.retry_after_s = 86'400;
  turns_["main"] = {later, much_later};
  download();
  EXPECT_THAT(waits_, ElementsAre(17, 60));
}

TEST_F(DownloadTest, TheSameBeginningAgainIsNoProgress) {
  Turn again = broken_after(100);
  again.from_start = true;
  turns_["model.safetensors"] = std::vector<Turn>(100, again);
  EXPECT_EQ(failure().code(), Code::kNotFound);
  EXPECT_THAT(waits_, ElementsAre(1, 2, 4, 8, 16));
}

TEST_F(DownloadTest, OfflineIsSaidSoon) {
  turns_["main"] = std::vector<Turn>(9, refused_with(HttpOutcome::kUnreachable));
  const Error error = failure();
  EXPECT_EQ(error.code(), Code::kNotFound);
  EXPECT_THAT(error.message(), HasSubstr("scripted reason\nWithout a network, bring these files"));
  EXPECT_THAT(error.message(), HasSubstr("https://host/opendatalab/MinerU2.5-2509-1.2B into"));
  for (const std::string_view name : needed_files()) {
    EXPECT_THAT(error.message(), HasSubstr(std::string(name)));
  }
  EXPECT_EQ(waits_.size(), 1u);
}

TEST_F(DownloadTest, WhatDoesNotHelpIsNotRepeated) {
  for (const HttpOutcome outcome :
       {HttpOutcome::kNotThere, HttpOutcome::kRefused, HttpOutcome::kFailed}) {
    turns_["model.safetensors"] = {refused_with(outcome)};
    const Error error = failure();
    EXPECT_EQ(error.code(), Code::kNotFound);
    EXPECT_THAT(error.message(), HasSubstr("/resolve/main/model.safetensors: scripted reason"));
  }
  EXPECT_TRUE(waits_.empty());
}

TEST_F(DownloadTest, StopInAPause) {
  stop_in_wait_ = true;
  turns_["model.safetensors"] = {broken_after(400)};
  EXPECT_EQ(failure().code(), Code::kCancelled);
  EXPECT_EQ(fs::file_size(folder_ / "model/model.safetensors.part"), 400u);
}

TEST_F(DownloadTest, RoomOnTheDisk) {
  free_ = 1001;
  EXPECT_EQ(failure().code(), Code::kIo);
  EXPECT_THAT(failure().message(), HasSubstr("disk full"));
  // What is there already needs no more room.
  write_file(folder_ / "model/model.safetensors.part", std::string(1, 'w'));
  EXPECT_EQ(download().bytes_fetched, 1001u);
}

TEST_F(DownloadTest, OneProgramAFile) {
  fs::create_directories(request_.folder);
  const UniqueFd other(::open((request_.folder / "model.safetensors.part").c_str(),
                              O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  ASSERT_EQ(::flock(other.get(), LOCK_EX), 0);
  const Error error = failure();
  EXPECT_EQ(error.code(), Code::kInvalidArgument);
  EXPECT_THAT(error.message(), HasSubstr("another program"));
}

TEST_F(DownloadTest, PartOfAnotherFile) {
  fs::create_directories(request_.folder);
  write_file(request_.folder / "model.safetensors.part", std::string(999, 'x'));
  const Error error = failure();
  EXPECT_EQ(error.code(), Code::kCorruptData);
  EXPECT_FALSE(fs::exists(request_.folder / "model.safetensors.part"));
  download();
  EXPECT_EQ(read_file(folder_ / "model/model.safetensors"), files_["model.safetensors"]);
}

TEST_F(DownloadTest, EmptyFile) {
  add("LICENSE", "");
  EXPECT_EQ(download().files_fetched, 3);
  EXPECT_EQ(fs::file_size(folder_ / "model/LICENSE"), 0u);
}

}  // namespace
}  // namespace mineru::cli
