#include "cli/cmd_parse.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include <spdlog/spdlog.h>

#include "base/resources.h"
#include "base/unique_fd.h"
#include "cli/display_text.h"
#include "cli/inputs.h"
#include "cli/json_events.h"
#include "cli/languages.h"
#include "cli/parse_report.h"
#include "cli/run_totals.h"
#include "cli/stop_signals.h"
#include "doc/writers/stems.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;

constexpr size_t kNotesShown = 5;
constexpr size_t kNotesShownVerbose = 10'000;

std::string shown(const fs::path& path) { return printable(path.string()); }

// Before the work, not after the first hour of it.
void require_output(const fs::path& output) {
  std::error_code failed;
  fs::create_directories(output, failed);
  if (failed) {
    throw_error(Code::kIo, "{}: the output folder cannot be made: {}; choose another one with -o",
                shown(output), failed.message());
  }
  if (::access(output.c_str(), W_OK | X_OK) != 0) {
    throw_errno(Code::kIo,
                fmt::format("{}: cannot write into the output folder (choose another one "
                            "with -o)",
                            shown(output)));
  }
}

// Throws for what cannot be read at all: past this, an Error of kind kIo is about the output.
void require_input(const fs::path& input) {
  std::error_code unknown;
  const fs::file_status status = fs::status(input, unknown);
  if (!fs::exists(status)) throw_error(Code::kNotFound, "no such file");
  if (!fs::is_regular_file(status)) throw_error(Code::kUnsupported, "not a regular file");
  const UniqueFd file(::open(input.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw_errno(Code::kIo, "cannot be read");
}

std::vector<std::string> document_stems(const std::vector<fs::path>& files) {
  std::vector<std::string> stems;
  stems.reserve(files.size());
  for (const fs::path& file : files) stems.push_back(doc::output_stem(file));
  return doc::uniquify_stems(stems);
}

class ParseRun {
 public:
  ParseRun(const ParseCommand& command, const ParseServices& services, Console& console)
      : command_(command),
        options_(command.options),
        services_(services),
        console_(console),
        progress_(console,
                  command.verbosity == Verbosity::kQuiet ? Progress::Mode::kSilent
                                                         : Progress::Mode::kShown,
                  services.clock) {}

  ExitCode run() {
    // First of all: the threads and media workers that follow inherit the blocked signals.
    StopSignals signals({.on_tick = [this] { progress_.tick(); },
                         .on_first = [this] { say_stopping(); },
                         .on_second = [this] { progress_.end_all(); }});
    stop_ = signals.token();
    const double begun = services_.clock();
    const InputList inputs = collect_inputs(command_.inputs, command_.recursive, command_.output);
    if (is_talkative()) console_.err(skipped_report(inputs.skipped));
    if (inputs.files.empty()) {
      throw_error(
          Code::kNotFound, "no PDF and no picture found in {}{}", shown(command_.inputs.front()),
          command_.recursive == Recursive::kNo ? "; -r looks into folders within it, too" : "");
    }
    check_languages();
    require_output(command_.output);
    load_model();
    parse_all(inputs.files);
    totals_.seconds = services_.clock() - begun;
    report_end();
    return totals_.exit_code();
  }

 private:
  bool is_talkative() const { return command_.verbosity != Verbosity::kQuiet; }

  void say_stopping() {
    const bool gives_up = doc::uses_model(options_.backend);  // a page may take minutes
    console_.err(fmt::format("stopping{}; press Ctrl-C again to end at once\n",
                             gives_up ? "" : " after the pages in work"));
  }

  void check_languages() {
    const bool needed = command_.language_chosen && options_.method != doc::Method::kText &&
                        !doc::uses_model(options_.backend);
    if (!needed) return;
    const media::WorkerHealth health = services_.check_worker(options_.worker);
    require_languages(options_.ocr_languages, health.ocr_languages);
  }

  // Once for all documents. Before the first of them: without a model, none can be read.
  void load_model() {
    if (!doc::uses_model(options_.backend)) return;
    if (command_.server) return connect(*command_.server);
    const fs::path folder = model_folder();
    progress_.begin_task(shown(folder.filename()), "loading");
    const double begun = services_.clock();
    model_ = services_.load_model(folder, {command_.threads, command_.precision});
    progress_.end_all();
    spdlog::debug("model {}: loaded in {}, {} with {}", shown(folder),
                  format_duration(services_.clock() - begun), model_.isa,
                  format_count(model_.threads, "thread"));
    options_.generator = model_.generator.get();
  }

  void connect(const remote::RemoteOptions& server) {
    progress_.begin_task("model server", "connecting");
    model_ = services_.connect(server, stop_);
    progress_.end_all();
    spdlog::debug("model server: {}", printable(model_.generator->info().model_name));
    options_.generator = model_.generator.get();
  }

  fs::path model_folder() const {
    try {
      return find_model(command_.model);
    } catch (Error& error) {
      error.add_context(
          fmt::format("-b {} (-b flash needs no model)", doc::backend_name(options_.backend)));
      throw;
    }
  }

  void parse_all(const std::vector<fs::path>& files) {
    spdlog::debug("threads: {}, OCR languages: {}, output: {}", command_.threads_reason,
                  options_.ocr_languages, shown(command_.output));
    emit_json([&] {
      return json_start({.output = command_.output,
                         .backend = std::string(doc::backend_name(options_.backend)),
                         .method = std::string(doc::method_name(options_.method)),
                         .documents = static_cast<int>(files.size()),
                         .threads = command_.threads});
    });
    const std::vector<std::string> stems = document_stems(files);
    for (size_t i = 0; i < files.size(); ++i) {
      if (stop_.stop_requested()) {
        totals_.interrupted = true;
        return;
      }
      number_ = static_cast<int>(i) + 1;
      progress_.begin_document(shown(files[i].filename()), number_, static_cast<int>(files.size()));
      parse_one(files[i], stems[i]);
    }
  }

  void parse_one(const fs::path& file, const std::string& stem) {
    const bool verbose = command_.verbosity == Verbosity::kVerbose;
    Notes notes(verbose ? kNotesShownVerbose : kNotesShown);
    DocumentResult result;
    result.input = file;
    result.stem = stem;
    const double begun = services_.clock();
    call_parse(result, notes);
    result.seconds = services_.clock() - begun;
    for (const doc::Diagnostic& diagnostic : result.summary.diagnostics) notes.add(diagnostic);
    totals_.add(result);
    progress_.end_all();
    const bool is_worth_saying = is_talkative() || result.status() != DocumentStatus::kOk;
    if (is_worth_saying) console_.err(document_report(result, notes, console_));
    emit_json([&] { return json_document(result); });
    if (result.status() != DocumentStatus::kFailed) written_.push_back(result.markdown());
  }

  // Turns every failure of the document into a part of its result.
  void call_parse(DocumentResult& result, Notes& notes) {
    double last_page = services_.clock();
    // What is known if the call throws halfway.
    doc::ParseSummary so_far;
    const auto on_page = [&](const doc::ParseProgress& progress) {
      const double now = services_.clock();
      note_page(result, so_far, notes, progress, now - std::exchange(last_page, now));
    };
    bool reading = true;
    try {
      require_input(result.input);
      reading = false;
      result.summary =
          services_.parse(result.input, command_.output, result.stem, options_, stop_, on_page);
      const doc::ParseSummary& summary = result.summary;
      result.stopped =
          stop_.stop_requested() && summary.pages_ok + summary.pages_failed < summary.pages_total;
      return;
    } catch (...) {
      result.error = current_error();
    }
    result.summary = so_far;
    result.stopped = result.error->code() == Code::kCancelled;
    result.output_failed = !reading && result.error->code() == Code::kIo;
  }

  void note_page(DocumentResult& result, doc::ParseSummary& so_far, Notes& notes,
                 const doc::ParseProgress& progress, double seconds) {
    so_far.pages_total = progress.pages_total;
    // A scan is mostly done once it is read: the bar must not wait for the first page to be
    // written.
    PageDone done{.pages_done = std::max(progress.pages_done, progress.pages_read),
                  .pages_total = progress.pages_total};
    if (progress.page != nullptr) {
      const doc::Page& page = *progress.page;
      const int warnings_before = notes.warnings();
      notes.add(page);
      done.warnings = notes.warnings() - warnings_before;
      done.failed = page.status != doc::PageStatus::kOk;
      ++(done.failed ? so_far.pages_failed : so_far.pages_ok);
      if (done.failed) ++result.page_failures[page_failure_code(page)];
      spdlog::debug("page {}: {}{}, {}", page.source_page + 1, doc::page_status_name(page.status),
                    page.used_ocr ? ", OCR" : "", format_duration(seconds));
      emit_json([&] {
        return json_page({.file = result.input, .progress = progress, .seconds = seconds});
      });
    }
    progress_.page_done(number_, done);
  }

  void report_end() {
    const PeakMemory memory{.program_bytes = peak_resident_bytes(::getpid()),
                            .worker_bytes = services_.peak_worker_bytes()};
    emit_json([&] { return json_end(totals_, memory); });
    if (!command_.json_progress) {
      for (const fs::path& markdown : written_) console_.out(markdown.string() + "\n");
    }
    if (is_talkative()) console_.err(summary_report(totals_, memory, command_.output));
  }

  template <typename MakeLine>
  void emit_json(MakeLine make_line) {
    if (command_.json_progress) console_.out(make_line());
  }

  const ParseCommand& command_;
  doc::ParseOptions options_;  // of the command, and the generator
  const ParseServices& services_;
  Console& console_;
  Progress progress_;
  LoadedModel model_;
  int number_ = 0;  // of the document in work
  std::stop_token stop_;
  RunTotals totals_;
  std::vector<fs::path> written_;
};

}  // namespace

ExitCode run_parse(const ParseCommand& command, const ParseServices& services, Console& console) {
  return ParseRun(command, services, console).run();
}

}  // namespace mineru::cli
