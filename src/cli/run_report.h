// The report of a run as one JSON file, for programs. docs/cli.md describes it; fields are only
// ever added.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cli/json_events.h"
#include "cli/run_totals.h"

namespace mineru::cli {

// Keeps a line for each document. Not thread-safe.
class RunReport {
 public:
  // `number`: place among the inputs, which is the order of the report.
  void add(int number, const DocumentResult& result);
  void write(const std::filesystem::path& path, const RunTotals& totals,
             const PeakMemory& memory) const;  // Errors: kIo

  // What was written, or was there already, in the order of the inputs.
  std::vector<std::filesystem::path> written() const;

 private:
  struct Entry {
    std::string json;
    std::filesystem::path main_file;  // empty: nothing was written
  };
  std::map<int, Entry> entries_;
};

}  // namespace mineru::cli
