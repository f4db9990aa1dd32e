// Documents parsed one after another or a few at a time, and what is said about them. `parse` runs
// it once, `watch` again and again.
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <semaphore>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/loaded_model.h"
#include "cli/options.h"
#include "cli/parse_report.h"
#include "cli/progress.h"
#include "cli/run_report.h"
#include "cli/run_totals.h"
#include "doc/pipeline.h"
#include "media/page_source.h"

namespace mineru::cli {

// What the command calls; app.cc gives the real ones, tests scripted ones.
struct ParseServices {
  std::function<doc::ParseSummary(const std::filesystem::path& input,
                                  const std::filesystem::path& out_root, const std::string& stem,
                                  const doc::ParseOptions& options, std::stop_token stop,
                                  const std::function<void(const doc::ParseProgress&)>& on_page)>
      parse;  // called by several threads
  std::function<media::WorkerHealth(const media::WorkerOptions&)> check_worker;
  std::function<uint64_t()> peak_worker_bytes;
  ModelLoader load_model;   // called once, for the backend that needs one
  ServerConnector connect;  // called instead where the model is behind a server
  Clock clock = steady_seconds;
};

// An input file, and the name of its results.
struct Document {
  std::filesystem::path input;
  std::string stem;
};

// Not thread-safe; starts threads of its own.
class ParseRun {
 public:
  // All must outlive this.
  ParseRun(const ParseCommand& command, const ParseServices& services, Console& console,
           Progress& progress, std::stop_token stop);

  // What all documents need: the output folder, the OCR languages, the model. Errors: they cannot
  // be had.
  void prepare();
  void announce(int documents);  // the first JSON event
  // A document that fails is reported, and the next one follows.
  void parse_all(std::span<const Document> documents);
  // Totals, the report file, the paths of what was written. Errors: kIo (the report file).
  void finish();

  const RunTotals& totals() const { return totals_; }
  bool stopped() const { return stop_.stop_requested(); }

 private:
  void check_languages() const;
  void load_model();
  void connect(const remote::RemoteOptions& server);
  std::filesystem::path model_folder() const;
  void parse_one(const Document& document, int number, int count);
  void call_parse(DocumentResult& result, Notes& notes, int number);
  void note_page(DocumentResult& result, doc::ParseSummary& so_far, Notes& notes, int number,
                 const doc::ParseProgress& progress, double seconds);
  void close(const DocumentResult& result, const Notes& notes, int number);
  bool is_talkative() const { return command_.verbosity != Verbosity::kQuiet; }

  template <typename MakeLine>
  void emit_json(MakeLine make_line) {
    if (command_.json_progress) console_.out(make_line());
  }

  const ParseCommand& command_;
  doc::ParseOptions options_;  // of the command, and what the run adds
  const ParseServices& services_;
  Console& console_;
  Progress& progress_;
  std::stop_token stop_;
  LoadedModel model_;
  std::counting_semaphore<> page_slots_;
  double begun_ = 0;
  int num_before_ = 0;  // documents of earlier calls of parse_all
  std::mutex mutex_;    // guards the rest while documents are in work
  RunTotals totals_;
  RunReport report_;
};

}  // namespace mineru::cli
