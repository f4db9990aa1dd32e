// STEM_status.json: what came of a document. It is written last: a document that has one is done.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "doc/page.h"

namespace mineru::doc {

struct PageFailure {
  int source_page = 0;  // zero-based in the input
  PageStatus status = PageStatus::kFailed;
  std::vector<Diagnostic> diagnostics;
};

struct StatusFile {
  std::string input;         // name of the file, without folders
  std::string input_sha256;  // of its content
  std::string result_key;    // doc/result_keys.h
  std::string backend;
  int pages_total = 0;
  int pages_ok = 0;
  std::vector<PageFailure> failures;
  std::vector<Diagnostic> diagnostics;  // of the document

  int pages_failed() const { return static_cast<int>(failures.size()); }
  bool is_complete() const { return pages_ok + pages_failed() == pages_total; }
};

// "ok", "partial" (pages failed or were not reached), "failed" (no page is good).
std::string_view document_status(const StatusFile& file);

void write_status_file(const std::filesystem::path& path, const StatusFile& file);  // Errors: kIo
// Nothing: there is none, or it cannot be understood.
std::optional<StatusFile> read_status_file(const std::filesystem::path& path);

}  // namespace mineru::doc
