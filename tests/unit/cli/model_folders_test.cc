#include "cli/model_folders.h"

#include <unistd.h>

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class ModelFoldersTest : public testing::Test {
 protected:
  ModelFoldersTest() : folder_(fs::temp_directory_path() / fmt::format("folders_{}", ::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(pulled_);
  }
  ~ModelFoldersTest() override { fs::remove_all(folder_); }

  fs::path add(const fs::path& model) {
    fs::create_directories(model);
    write_file(model / "config.json", "{}");
    return model;
  }

  std::string failure(const ModelChoice& choice) {
    try {
      ADD_FAILURE() << "found: " << find_model(choice);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kNotFound);
      return error.message();
    }
    return {};
  }

  fs::path folder_;
  fs::path pulled_ = folder_ / "models";
};

TEST_F(ModelFoldersTest, WhatTheUserSaysComesFirst) {
  const std::string own = add(folder_ / "own").string();
  add(pulled_ / "pro");
  EXPECT_EQ(find_model({.name = own, .from_environment = "pro", .pulled = pulled_}), own);
  EXPECT_EQ(find_model({.name = "pro", .from_environment = own, .pulled = pulled_}),
            pulled_ / "pro");
  EXPECT_EQ(find_model({.name = "", .from_environment = own, .pulled = pulled_}), own);
  EXPECT_EQ(find_model({.name = "", .from_environment = "", .pulled = pulled_}), pulled_ / "pro");
  add(pulled_ / "2509");
  EXPECT_EQ(find_model({.name = "", .from_environment = "", .pulled = pulled_}), pulled_ / "2509");
}

TEST_F(ModelFoldersTest, HalfAModelIsNone) {
  fs::create_directories(pulled_ / "2509");
  write_file(pulled_ / "2509/model.safetensors.part", "x");
  EXPECT_THAT(pulled_models(pulled_), ElementsAre());
  EXPECT_THAT(failure({.name = "", .from_environment = "", .pulled = pulled_}),
              HasSubstr("'mineru-cpp pull' gets one"));
}

TEST_F(ModelFoldersTest, FailuresSayWhatIsThere) {
  add(pulled_ / "pro");
  add(pulled_ / "2509");
  EXPECT_THAT(failure({.name = "2510", .from_environment = "", .pulled = pulled_}),
              HasSubstr("--model 2510: no such folder, and no pulled model of this name; pulled "
                        "models: 2509, pro"));
  EXPECT_THAT(failure({.name = "../models/pro/x", .from_environment = "", .pulled = pulled_}),
              HasSubstr("no such folder"));
  EXPECT_THAT(failure({.name = "", .from_environment = folder_.string(), .pulled = pulled_}),
              HasSubstr("MINERU_MODEL"));
  EXPECT_THAT(failure({.name = folder_.string(), .from_environment = "", .pulled = pulled_}),
              HasSubstr("found no config.json in it"));
  write_file(folder_ / "file", "");
  EXPECT_THAT(
      failure({.name = (folder_ / "file").string(), .from_environment = "", .pulled = pulled_}),
      HasSubstr("found a file"));
  EXPECT_THAT(failure({.name = "", .from_environment = "", .pulled = ""}), HasSubstr("no model"));
}

}  // namespace
}  // namespace mineru::cli
