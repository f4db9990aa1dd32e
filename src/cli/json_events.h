// The lines of --json-progress. docs/cli.md describes them; fields are only ever added.
#pragma once

#include <cstdint>
#include <string>

#include "cli/run_totals.h"

namespace mineru::cli {

// Each returns one JSON object and a line break. Text that is not UTF-8 (file names may be
// anything) has its broken bytes replaced.
struct StartEvent {
  std::filesystem::path output;
  std::string backend;
  std::string method;
  int documents = 0;
  int threads = 0;
};
std::string json_start(const StartEvent& event);

struct PageEvent {
  const std::filesystem::path& file;
  const doc::ParseProgress& progress;
  double seconds = 0;  // since the page before it was finished
};
std::string json_page(const PageEvent& event);

std::string json_document(const DocumentResult& result);

struct PeakMemory {
  uint64_t program_bytes = 0;
  uint64_t worker_bytes = 0;  // the largest media worker
};
std::string json_end(const RunTotals& totals, const PeakMemory& memory);

}  // namespace mineru::cli
