// Gets the files of a model: each one resumed where an earlier attempt ended, checked, and given
// its name only then.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "cli/http_client.h"
#include "cli/model_catalog.h"

namespace mineru::cli {

struct DownloadRequest {
  ModelPlace place;
  std::string token;             // may be empty
  std::filesystem::path folder;  // made if missing
  int retries = 5;               // in a row without a byte
};

enum class DownloadPhase { kListing, kChecking, kFetching, kWaiting };

struct DownloadProgress {
  DownloadPhase phase = DownloadPhase::kListing;
  std::string file;
  uint64_t done = 0;         // bytes of all files
  uint64_t total = 0;        // 0: not known yet
  std::string trouble = {};  // of kWaiting: what went wrong; the wait follows
  double wait_s = 0;
};

struct DownloadReport {
  int files_fetched = 0;
  int files_kept = 0;          // were there, and right
  uint64_t bytes_fetched = 0;  // in this run
  uint64_t bytes_total = 0;    // of the model
};

// What the download calls; app.cc gives the real ones, tests scripted ones.
struct DownloadServices {
  std::function<HttpAnswer(const HttpGet&)> get;
  std::function<void(double seconds, const std::stop_token& stop)> wait;
  std::function<uint64_t(const std::filesystem::path&)> free_bytes;  // of the disk
};

// Files arrive as NAME.part. Errors: kNotFound (no network, no such model, refused; says which
// files to bring), kCorruptData (not a listing, a wrong checksum; the file is deleted), kIo (disk
// full; says how much is needed), kInvalidArgument (another pull is at work in the folder),
// kCancelled.
DownloadReport download_model(const DownloadRequest& request, const DownloadServices& services,
                              const std::function<void(const DownloadProgress&)>& on_progress,
                              const std::stop_token& stop);

// How to bring the files by hand.
std::string bring_by_hand(const ModelPlace& place, const std::filesystem::path& folder);

}  // namespace mineru::cli
