#include "cli/parse_report.h"

#include <fmt/format.h>

#include "cli/display_text.h"

namespace mineru::cli {

namespace {

constexpr size_t kMaxSkippedShown = 5;
constexpr int kStatusColumns = 9;  // "partial" and a gap

std::string shown_name(const std::filesystem::path& path) { return printable(path.string()); }

std::string describe_pages(const DocumentResult& result) {
  const doc::ParseSummary& summary = result.summary;
  if (summary.pages_ok == summary.pages_total) return format_count(summary.pages_total, "page");
  return fmt::format("{} of {}", summary.pages_ok, format_count(summary.pages_total, "page"));
}

std::string describe_document(const DocumentResult& result, const Notes& notes) {
  const std::string name = shown_name(result.input);
  if (result.error) {
    // Errors got their place while unwinding; said once is enough.
    std::string message = printable(result.error->message());
    for (const std::string& place : {name, shown_name(result.input.filename())}) {
      if (message.starts_with(place + ": ")) message.erase(0, place.size() + 2);
    }
    return fmt::format("{}: {}", name, message);
  }
  std::string text =
      fmt::format("{}: {} in {}", name, describe_pages(result), format_duration(result.seconds));
  if (result.summary.pages_failed > 0) {
    text += fmt::format(", {} failed", result.summary.pages_failed);
  }
  if (result.summary.already_done) {
    text += ", by an earlier run";
  } else if (result.summary.pages_kept > 0) {
    text += fmt::format(", {} of them kept from an earlier run", result.summary.pages_kept);
  }
  if (notes.warnings() > 0) text += ", " + format_count(notes.warnings(), "warning");
  if (result.stopped) text += ", stopped";
  return text;
}

Colour status_colour(DocumentStatus status) {
  switch (status) {
    case DocumentStatus::kOk: return Colour::kGreen;
    case DocumentStatus::kPartial: return Colour::kYellow;
    case DocumentStatus::kFailed: return Colour::kRed;
  }
  return Colour::kPlain;
}

std::string in_parentheses(const std::string& text) {
  return text.empty() ? "" : " (" + text + ")";
}

// A line for each status that occurs, where one line would not say it.
std::string status_table(const RunTotals& totals) {
  if (totals.documents < 2) return "";
  std::string table = fmt::format("{:<{}}{:>10}{:>12}{:>14}{:>16}\n", "", kStatusColumns,
                                  "documents", "good pages", "failed pages", "time");
  for (const auto& [status, same] : totals.by_status) {
    table += fmt::format("{:<{}}{:>10}{:>12}{:>14}{:>16}\n", document_status_name(status),
                         kStatusColumns, same.documents, same.pages_ok, same.pages_failed,
                         format_duration(same.seconds));
  }
  return table;
}

}  // namespace

Code page_failure_code(const doc::Page& page) {
  if (page.status == doc::PageStatus::kTimeout) return Code::kDeadlineExceeded;
  return page.diagnostics.empty() ? Code::kInternal : page.diagnostics.front().code;
}

void Notes::add(const doc::Page& page) {
  const bool failed = page.status != doc::PageStatus::kOk;
  const std::string number = fmt::format("page {}", page.source_page + 1);
  const std::string place = failed ? number + " failed" : number;
  std::vector<std::string>& list = failed ? failures_ : warnings_;
  if (failed && page.diagnostics.empty()) keep(list, place);
  for (const doc::Diagnostic& diagnostic : page.diagnostics) {
    // Errors got their place while unwinding; said once is enough.
    std::string_view message = diagnostic.message;
    if (message.starts_with(number + ": ")) message.remove_prefix(number.size() + 2);
    keep(list, fmt::format("{}: {}", place, message));
  }
}

void Notes::add(const doc::Diagnostic& diagnostic) { keep(warnings_, diagnostic.message); }

void Notes::keep(std::vector<std::string>& list, std::string text) {
  ++(&list == &failures_ ? failures_seen_ : warnings_seen_);
  if (list.size() < max_kept_) list.push_back(std::move(text));
}

std::vector<std::string> Notes::kept() const {
  std::vector<std::string> all = failures_;
  all.insert(all.end(), warnings_.begin(), warnings_.end());
  if (all.size() > max_kept_) all.resize(max_kept_);
  return all;
}

std::string document_report(const DocumentResult& result, const Notes& notes,
                            const Console& console) {
  const DocumentStatus status = result.status();
  const std::string padded = fmt::format("{:<{}}", document_status_name(status), kStatusColumns);
  std::string report = fmt::format("{}{}\n", console.paint(padded, status_colour(status)),
                                   describe_document(result, notes));
  const std::vector<std::string> kept = notes.kept();
  for (const std::string& note : kept) {
    report += fmt::format("{:<{}}{}\n", "", kStatusColumns, printable(note));
  }
  const size_t more = static_cast<size_t>(notes.total()) - kept.size();
  if (more > 0) {
    report += fmt::format("{:<{}}and {} more, see {}_middle.json\n", "", kStatusColumns, more,
                          printable(result.stem));
  }
  return report;
}

std::string summary_report(const RunTotals& totals, const PeakMemory& memory,
                           const std::filesystem::path& output) {
  std::string report = status_table(totals);
  report += format_count(totals.documents, "document");
  if (totals.documents_ok < totals.documents) {
    report += fmt::format(": {} complete, {} partial, {} failed{}", totals.documents_ok,
                          totals.documents_partial, totals.documents_failed,
                          in_parentheses(describe_failures(totals.document_failures)));
  }
  if (totals.documents_already_done > 0) {
    report += fmt::format("; {} of them by an earlier run", totals.documents_already_done);
  }
  const int64_t pages = totals.pages_ok + totals.pages_failed;
  report += fmt::format("\n{} in {}", format_count(pages, "page"), format_duration(totals.seconds));
  const std::string rate = format_rate(pages, totals.seconds);
  if (!rate.empty()) report += fmt::format(", {}", rate);
  if (totals.pages_failed > 0) {
    report += fmt::format(", {} failed{}", totals.pages_failed,
                          in_parentheses(describe_failures(totals.page_failures)));
  }
  report += fmt::format("\npeak memory {}", format_bytes(memory.program_bytes));
  if (memory.worker_bytes > 0) {
    report += fmt::format(", of the largest media worker {}", format_bytes(memory.worker_bytes));
  }
  report += "\n";
  if (totals.document_failures.contains(Code::kPasswordRequired)) {
    report +=
        "encrypted: give the password in the variable MINERU_PASSWORD or by --password-file\n";
  }
  if (totals.interrupted) report += "stopped before the end\n";
  if (totals.documents_ok + totals.documents_partial > 0) {
    report += fmt::format("results are in {}\n", shown_name(output));
  }
  return report;
}

std::string skipped_report(const std::vector<std::filesystem::path>& skipped) {
  std::string report;
  for (size_t i = 0; i < skipped.size() && i < kMaxSkippedShown; ++i) {
    report += fmt::format("{:<{}}{}: neither a PDF nor a picture\n", "skipped", kStatusColumns,
                          shown_name(skipped[i]));
  }
  if (skipped.size() > kMaxSkippedShown) {
    report += fmt::format("{:<{}}and {} more files\n", "skipped", kStatusColumns,
                          skipped.size() - kMaxSkippedShown);
  }
  return report;
}

}  // namespace mineru::cli
