// What a person reads about documents and runs: plain functions that make lines for standard error.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/json_events.h"
#include "cli/run_totals.h"

namespace mineru::cli {

// Collects what went wrong on the pages of one document, a limited number with their text: a bad
// document of thousands of pages must not flood the terminal, nor the memory. Not thread-safe.
class Notes {
 public:
  explicit Notes(size_t max_kept) : max_kept_(max_kept) {}

  void add(const doc::Page& page);  // one-based page numbers of the input file
  void add(const doc::Diagnostic& diagnostic);

  int total() const { return failures_seen_ + warnings_seen_; }
  int warnings() const { return warnings_seen_; }  // those of failed pages not counted
  // Failed pages first: they cost more than warnings.
  std::vector<std::string> kept() const;

 private:
  void keep(std::vector<std::string>& list, std::string text);

  const size_t max_kept_;
  int failures_seen_ = 0;
  int warnings_seen_ = 0;
  std::vector<std::string> failures_;
  std::vector<std::string> warnings_;
};

// Code that a failed page is counted under.
Code page_failure_code(const doc::Page& page);

// "partial  bad.pdf: 11 of 12 pages in 3.1 s, 1 failed, 2 warnings", then the notes, indented.
std::string document_report(const DocumentResult& result, const Notes& notes,
                            const Console& console);

// Documents, pages, speed, memory; several lines.
std::string summary_report(const RunTotals& totals, const PeakMemory& memory,
                           const std::filesystem::path& output);

// "skipped  notes.txt: neither a PDF nor a picture", the first few.
std::string skipped_report(const std::vector<std::filesystem::path>& skipped);

}  // namespace mineru::cli
