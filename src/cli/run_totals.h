// What came of each document, and of all of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/exit_code.h"
#include "doc/pipeline.h"

namespace mineru::cli {

// partial: some pages are there, others failed or were not reached.
enum class DocumentStatus { kOk, kPartial, kFailed };
std::string_view document_status_name(DocumentStatus status);  // "ok", "partial", "failed"

struct DocumentResult {
  std::filesystem::path input;
  std::string stem;
  doc::ParseSummary summary;   // what is known even if the document failed
  std::optional<Error> error;  // what ended the document early
  bool output_failed = false;  // the error is about writing
  bool stopped = false;        // pages were left because the user asked to stop
  std::map<Code, int> page_failures;
  double seconds = 0;

  doc::Formats formats;

  DocumentStatus status() const;
  // The file to tell a person about.
  std::filesystem::path main_file() const { return doc::main_file(summary.folder, stem, formats); }
};

// Documents of one status.
struct StatusTotals {
  int documents = 0;
  int64_t pages_ok = 0;
  int64_t pages_failed = 0;
  double seconds = 0;
};

struct RunTotals {
  int documents = 0;
  int documents_ok = 0;
  int documents_partial = 0;
  int documents_failed = 0;
  int documents_already_done = 0;  // part of the three: an earlier run's results stand
  int64_t pages_kept = 0;          // likewise, of both kinds of pages
  std::map<DocumentStatus, StatusTotals> by_status;
  int64_t pages_ok = 0;
  int64_t pages_failed = 0;
  std::map<Code, int> page_failures;
  std::map<Code, int> document_failures;
  bool output_failed = false;
  bool interrupted = false;
  double seconds = 0;

  void add(const DocumentResult& result);
  ExitCode exit_code() const;
};

// "2 corrupt_data, 1 deadline_exceeded"; empty for none.
std::string describe_failures(const std::map<Code, int>& failures);

}  // namespace mineru::cli
