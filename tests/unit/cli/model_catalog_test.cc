#include "cli/model_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mineru::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kSha1 = "0123456789abcdef0123456789abcdef01234567";
constexpr const char* kSha256 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

std::string small_file(const std::string& name, int size = 10) {
  return fmt::format(R"({{"type": "file", "path": "{}", "size": {}, "oid": "{}"}})", name, size,
                     kSha1);
}

std::string failure(ModelHost host, const std::string& json) {
  try {
    parse_listing(host, json, "http://host/list");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kCorruptData);
    EXPECT_THAT(error.message(), testing::StartsWith("http://host/list: "));
    return error.message();
  }
  ADD_FAILURE() << "accepted: " << json;
  return {};
}

std::vector<std::string> names_of(const std::vector<RemoteFile>& files) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const RemoteFile& file : files) names.push_back(file.name);
  return names;
}

TEST(ModelCatalog, HuggingFaceListing) {
  const std::string large = fmt::format(
      R"({{"type": "file", "path": "model.safetensors", "size": 2300000000, "oid": "{}",
           "lfs": {{"oid": "{}", "size": 2300000000, "pointerSize": 135}}}})",
      kSha1, kSha256);
  const std::string json = "[" + small_file("config.json", 5) + "," + large + "," +
                           small_file("tokenizer.json", 700) +
                           R"(, {"type": "directory", "path": "images", "oid": "x", "size": 0}])";
  const std::vector<RemoteFile> files = parse_listing(ModelHost::kHuggingFace, json, "");
  EXPECT_THAT(names_of(files), ElementsAre("tokenizer.json", "model.safetensors", "config.json"));
  EXPECT_EQ(files[1].size, 2'300'000'000u);
  EXPECT_EQ(files[1].sha256, kSha256);
  EXPECT_EQ(files[1].git_sha1, "");
  EXPECT_EQ(files[0].git_sha1, kSha1);
  EXPECT_EQ(files[0].sha256, "");
}

TEST(ModelCatalog, ModelScopeListing) {
  const std::string json = fmt::format(
      R"({{"Code": 200, "Data": {{"Files": [
          {{"Path": "config.json", "Type": "blob", "Size": 5, "Sha256": "{0}"}},
          {{"Path": "configuration.json", "Type": "blob", "Size": 5, "Sha256": "{0}"}},
          {{"Path": "images", "Type": "tree", "Size": 0, "Sha256": ""}},
          {{"Path": "model.safetensors", "Type": "blob", "Size": 9, "Sha256": "{0}"}}]}}}})",
      kSha256);
  const std::vector<RemoteFile> files = parse_listing(ModelHost::kModelScope, json, "");
  EXPECT_THAT(names_of(files), ElementsAre("model.safetensors", "config.json"));
  EXPECT_EQ(files[0].sha256, kSha256);
}

TEST(ModelCatalog, NamesCannotLeaveTheFolder) {
  std::string json = "[" + small_file("config.json");
  for (const char* name :
       {"../evil.json", "/etc/evil.json", "a/b.json", ".hidden.json", "a\\\\b.json",
        "x\\u0000.json", "model.bin", "vocab.json", "merges.txt", "run.py"}) {
    json += "," + small_file(name);
  }
  EXPECT_THAT(names_of(parse_listing(ModelHost::kHuggingFace, json + "]", "")),
              ElementsAre("config.json"));
}

TEST(ModelCatalog, WhatIsNoListing) {
  const ModelHost host = ModelHost::kHuggingFace;
  EXPECT_THAT(failure(host, ""), HasSubstr("expected a list of files"));
  EXPECT_THAT(failure(host, "<html>"), HasSubstr("expected a list of files"));
  EXPECT_THAT(failure(host, "[]"), HasSubstr("expected a list with config.json, found 0 files"));
  EXPECT_THAT(failure(host, R"([{"path": "config.json"}])"), HasSubstr("expected a list"));
  EXPECT_THAT(failure(host, R"([{"type": "file", "path": 1, "size": 1, "oid": "x"}])"),
              HasSubstr("expected a list"));
  EXPECT_THAT(
      failure(host, R"([{"type": "file", "path": "config.json", "size": 1, "oid": "abc"}])"),
      HasSubstr("config.json: expected a checksum"));
  EXPECT_THAT(failure(host, fmt::format(R"([{{"type": "file", "path": "config.json", "size": -1,
                                            "oid": "{}"}}])",
                                        kSha1)),
              HasSubstr("beyond any model"));
  EXPECT_THAT(failure(ModelHost::kModelScope, R"({"Code": 404, "Message": "no"})"),
              HasSubstr("expected a list of files"));
}

TEST(ModelCatalog, ModelsAndHosts) {
  EXPECT_EQ(published_model("2509").repository, "MinerU2.5-2509-1.2B");
  EXPECT_EQ(published_model("MinerU2.5-Pro-2605-1.2B").name, "pro");
  EXPECT_THROW(published_model("x"), Error);
  EXPECT_EQ(parse_model_host("modelscope"), ModelHost::kModelScope);
  EXPECT_THROW(parse_model_host("HuggingFace"), Error);
  const ModelPlace place{ModelHost::kModelScope, "https://m", published_model("pro")};
  EXPECT_EQ(place.listing_url(),
            "https://m/api/v1/models/OpenDataLab/MinerU2.5-Pro-2605-1.2B/repo/"
            "files?Revision=master&Recursive=false");
}

}  // namespace
}  // namespace mineru::cli
