// The published models: where they lie in the network, and how the two hosts list their files.
// Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mineru::cli {

struct PublishedModel {
  std::string_view name;        // as a person types it: "2509"
  std::string_view repository;  // without its owner, whose spelling depends on the host
};

// The first one is the default.
std::span<const PublishedModel> published_models();
// Errors: kInvalidArgument, with the names that there are.
const PublishedModel& published_model(std::string_view name);

enum class ModelHost { kHuggingFace, kModelScope };
// "huggingface", "modelscope". Errors: kInvalidArgument.
ModelHost parse_model_host(std::string_view name);
std::string_view default_endpoint(ModelHost host);  // "https://huggingface.co"

// A place that has a model: a host, or a mirror that speaks like it.
struct ModelPlace {
  ModelHost host = ModelHost::kHuggingFace;
  std::string endpoint;  // without a slash at its end
  PublishedModel model;

  std::string page_url() const;  // for a person
  std::string listing_url() const;
  std::string file_url(std::string_view name) const;
};

struct RemoteFile {
  std::string name;
  uint64_t size = 0;
  // One of them is there: Hugging Face gives the first for large files, the second for small ones.
  std::string sha256;
  std::string git_sha1;  // of git's blob object
};

// The files of a listing that belong to a model: weights, settings, tokenizer, licence; what lies
// in folders, and the tokenizer's older forms, are left out. Small ones first, config.json last: a
// folder that has one is a whole model. Errors: kCorruptData for anything that is no such listing,
// or names no config.json, or a file without a checksum.
std::vector<RemoteFile> parse_listing(ModelHost host, std::string_view json, std::string_view url);

// What to copy by hand where there is no network.
std::span<const std::string_view> needed_files();

}  // namespace mineru::cli
