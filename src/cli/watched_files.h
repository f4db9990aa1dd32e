// Which files of watched folders are new, and what their results are called.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/parse_run.h"

namespace mineru::cli {

// Not thread-safe.
class WatchedFiles {
 public:
  // `files`: what lies in the folders now. Those that are the same as at the last look, and were
  // not given out in this state, are given out.
  std::vector<Document> new_documents(const std::vector<std::filesystem::path>& files);

 private:
  struct State {
    uintmax_t size = 0;
    std::filesystem::file_time_type changed;
    bool operator==(const State&) const = default;
  };
  struct File {
    State state;
    bool given_out = false;
    std::string stem;
  };

  std::string free_stem(const std::filesystem::path& file);

  std::map<std::filesystem::path, File> files_;
  std::set<std::string> stems_;  // case folded
};

}  // namespace mineru::cli
