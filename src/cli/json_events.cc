#include "cli/json_events.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace mineru::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Milliseconds: more digits would pretend.
double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

Json to_json(const std::vector<doc::Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (const doc::Diagnostic& diagnostic : diagnostics) {
    list.push_back({{"code", code_name(diagnostic.code)}, {"message", diagnostic.message}});
  }
  return list;
}

Json to_json(const std::map<Code, int>& failures) {
  Json counts = Json::object();
  for (const auto& [code, count] : failures) counts[std::string(code_name(code))] = count;
  return counts;
}

}  // namespace

std::string json_start(const StartEvent& event) {
  return to_line({{"event", "start"},
                  {"version", MINERU_VERSION},
                  {"backend", event.backend},
                  {"method", event.method},
                  {"output", event.output.string()},
                  {"documents", event.documents},
                  {"threads", event.threads}});
}

std::string json_page(const PageEvent& event) {
  const doc::Page& page = *event.progress.page;
  return to_line({{"event", "page"},
                  {"file", event.file.string()},
                  {"page", page.source_page + 1},
                  {"status", doc::page_status_name(page.status)},
                  {"ocr", page.used_ocr},
                  {"pages_done", event.progress.pages_done},
                  {"pages_total", event.progress.pages_total},
                  {"seconds", rounded(event.seconds)},
                  {"diagnostics", to_json(page.diagnostics)}});
}

std::string json_document(const DocumentResult& result) {
  const doc::ParseSummary& summary = result.summary;
  const bool has_folder = !summary.folder.empty();
  Json json = {{"event", "document"},
               {"file", result.input.string()},
               {"status", document_status_name(result.status())},
               {"folder", has_folder ? Json(summary.folder.string()) : Json()},
               {"markdown",
                has_folder && result.formats.markdown ? Json(result.main_file().string()) : Json()},
               {"main_file", has_folder ? Json(result.main_file().string()) : Json()},
               {"pages", summary.pages_total},
               {"pages_ok", summary.pages_ok},
               {"pages_failed", summary.pages_failed},
               {"pages_kept", summary.pages_kept},
               {"already_done", summary.already_done},
               {"seconds", rounded(result.seconds)},
               {"diagnostics", to_json(summary.diagnostics)},
               {"error", nullptr}};
  if (result.error) {
    json["error"] = {{"code", code_name(result.error->code())},
                     {"message", result.error->message()}};
  }
  return to_line(json);
}

std::string json_end(const RunTotals& totals, const PeakMemory& memory) {
  const int64_t pages = totals.pages_ok + totals.pages_failed;
  const double rate = totals.seconds > 0 ? static_cast<double>(pages) / totals.seconds : 0.0;
  return to_line({{"event", "end"},
                  {"documents", totals.documents},
                  {"documents_ok", totals.documents_ok},
                  {"documents_partial", totals.documents_partial},
                  {"documents_failed", totals.documents_failed},
                  {"documents_already_done", totals.documents_already_done},
                  {"pages", pages},
                  {"pages_failed", totals.pages_failed},
                  {"pages_kept", totals.pages_kept},
                  {"document_failures", to_json(totals.document_failures)},
                  {"page_failures", to_json(totals.page_failures)},
                  {"seconds", rounded(totals.seconds)},
                  {"pages_per_second", rounded(rate)},
                  {"peak_memory_bytes", memory.program_bytes},
                  {"worker_peak_memory_bytes", memory.worker_bytes},
                  {"interrupted", totals.interrupted},
                  {"exit_code", static_cast<int>(totals.exit_code())}});
}

}  // namespace mineru::cli
