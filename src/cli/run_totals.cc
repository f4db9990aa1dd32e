#include "cli/run_totals.h"

#include <fmt/format.h>

namespace mineru::cli {

std::string_view document_status_name(DocumentStatus status) {
  switch (status) {
    case DocumentStatus::kOk: return "ok";
    case DocumentStatus::kPartial: return "partial";
    case DocumentStatus::kFailed: return "failed";
  }
  return "failed";
}

DocumentStatus DocumentResult::status() const {
  // Of a result that was there already, an older program may have said nothing.
  if (summary.already_done && summary.pages_total == 0) return DocumentStatus::kOk;
  // After an error the files lack their ends, however many pages were read before it.
  if (error || summary.pages_ok == 0) return DocumentStatus::kFailed;
  return stopped || summary.pages_failed > 0 ? DocumentStatus::kPartial : DocumentStatus::kOk;
}

void RunTotals::add(const DocumentResult& result) {
  ++documents;
  switch (result.status()) {
    case DocumentStatus::kOk: ++documents_ok; break;
    case DocumentStatus::kPartial: ++documents_partial; break;
    case DocumentStatus::kFailed: ++documents_failed; break;
  }
  documents_already_done += result.summary.already_done ? 1 : 0;
  pages_ok += result.summary.pages_ok;
  pages_failed += result.summary.pages_failed;
  pages_kept += result.summary.pages_kept;
  StatusTotals& same = by_status[result.status()];
  ++same.documents;
  same.pages_ok += result.summary.pages_ok;
  same.pages_failed += result.summary.pages_failed;
  same.seconds += result.seconds;
  for (const auto& [code, count] : result.page_failures) page_failures[code] += count;
  if (result.error) ++document_failures[result.error->code()];
  output_failed = output_failed || result.output_failed;
  interrupted = interrupted || result.stopped;
}

ExitCode RunTotals::exit_code() const {
  if (interrupted) return ExitCode::kInterrupted;
  if (output_failed) return ExitCode::kOutput;
  if (documents > 0 && documents_ok == documents) return ExitCode::kOk;
  const auto password = document_failures.find(Code::kPasswordRequired);
  const bool only_passwords =
      password != document_failures.end() && password->second == documents - documents_ok;
  if (only_passwords) return ExitCode::kPassword;
  return documents_ok + documents_partial > 0 ? ExitCode::kPartial : ExitCode::kNothingParsed;
}

std::string describe_failures(const std::map<Code, int>& failures) {
  std::string text;
  for (const auto& [code, count] : failures) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, code_name(code));
  }
  return text;
}

}  // namespace mineru::cli
