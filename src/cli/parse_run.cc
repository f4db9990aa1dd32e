#include "cli/parse_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include <spdlog/spdlog.h>

#include "base/resources.h"
#include "base/thread_group.h"
#include "base/unique_fd.h"
#include "cli/display_text.h"
#include "cli/languages.h"

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

// What an earlier run's pages depend on beside the options: changed weights are another model.
std::string identity_of(const fs::path& folder, model::Precision precision) {
  std::string identity = fmt::format("{}", static_cast<int>(precision));
  std::vector<std::string> files;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    const auto changed = entry.last_write_time(failed).time_since_epoch().count();
    files.push_back(fmt::format("{} {} {}", entry.path().filename().string(),
                                entry.file_size(failed), changed));
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) identity += "\n" + file;
  return identity;
}

}  // namespace

ParseRun::ParseRun(const ParseCommand& command, const ParseServices& services, Console& console,
                   Progress& progress, std::stop_token stop)
    : command_(command),
      options_(command.options),
      services_(services),
      console_(console),
      progress_(progress),
      stop_(std::move(stop)),
      page_slots_(std::max(1, command.options.num_workers)),
      begun_(services.clock()) {
  options_.page_slots = &page_slots_;
}

void ParseRun::prepare() {
  check_languages();
  require_output(command_.output);
  load_model();
}

void ParseRun::check_languages() const {
  const bool needed = command_.language_chosen && options_.method != doc::Method::kText &&
                      !doc::uses_model(options_.backend);
  if (!needed) return;
  const media::WorkerHealth health = services_.check_worker(options_.worker);
  require_languages(options_.ocr_languages, health.ocr_languages);
}

// Once for all documents. Before the first of them: without a model, none can be read.
void ParseRun::load_model() {
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
  options_.model_identity = identity_of(folder, command_.precision);
}

void ParseRun::connect(const remote::RemoteOptions& server) {
  progress_.begin_task("model server", "connecting");
  model_ = services_.connect(server, stop_);
  progress_.end_all();
  options_.generator = model_.generator.get();
  options_.model_identity = model_.generator->info().model_name;
  spdlog::debug("model server: {}", printable(options_.model_identity));
}

fs::path ParseRun::model_folder() const {
  try {
    return find_model(command_.model);
  } catch (Error& error) {
    error.add_context(
        fmt::format("-b {} (-b flash needs no model)", doc::backend_name(options_.backend)));
    throw;
  }
}

void ParseRun::announce(int documents) {
  spdlog::debug("threads: {}, OCR languages: {}, output: {}", command_.threads_reason,
                options_.ocr_languages, shown(command_.output));
  emit_json([&] {
    return json_start({.output = command_.output,
                       .backend = std::string(doc::backend_name(options_.backend)),
                       .method = std::string(doc::method_name(options_.method)),
                       .documents = documents,
                       .threads = command_.threads});
  });
}

void ParseRun::parse_all(std::span<const Document> documents) {
  const int count = static_cast<int>(documents.size());
  std::atomic<int> next{0};
  {
    const ThreadGroup threads(std::min(command_.jobs, count), [&](int) {
      for (int i = next++; i < count && !stop_.stop_requested(); i = next++) {
        parse_one(documents[static_cast<size_t>(i)], num_before_ + i + 1, num_before_ + count);
      }
    });
  }
  if (next < count) totals_.interrupted = true;
  num_before_ += count;
}

void ParseRun::parse_one(const Document& document, int number, int count) {
  const bool verbose = command_.verbosity == Verbosity::kVerbose;
  Notes notes(verbose ? kNotesShownVerbose : kNotesShown);
  DocumentResult result;
  result.input = document.input;
  result.stem = document.stem;
  result.formats = options_.output.formats;
  progress_.begin_document(shown(document.input.filename()), number, count);
  const double begun = services_.clock();
  call_parse(result, notes, number);
  result.seconds = services_.clock() - begun;
  for (const doc::Diagnostic& diagnostic : result.summary.diagnostics) notes.add(diagnostic);
  close(result, notes, number);
}

void ParseRun::close(const DocumentResult& result, const Notes& notes, int number) {
  const std::scoped_lock lock(mutex_);
  totals_.add(result);
  report_.add(number, result);
  progress_.end_document(number);
  const bool is_worth_saying = is_talkative() || result.status() != DocumentStatus::kOk;
  if (is_worth_saying) console_.err(document_report(result, notes, console_));
  emit_json([&] { return json_document(result); });
  const bool is_new = result.status() != DocumentStatus::kFailed && !result.summary.already_done;
  if (command_.names_at_once && is_new && !command_.json_progress) {
    console_.out(result.main_file().string() + "\n");
  }
}

// Turns every failure of the document into a part of its result.
void ParseRun::call_parse(DocumentResult& result, Notes& notes, int number) {
  double last_page = services_.clock();
  // What is known if the call throws halfway.
  doc::ParseSummary so_far;
  const auto on_page = [&](const doc::ParseProgress& progress) {
    const double now = services_.clock();
    note_page(result, so_far, notes, number, progress, now - std::exchange(last_page, now));
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

void ParseRun::note_page(DocumentResult& result, doc::ParseSummary& so_far, Notes& notes,
                         int number, const doc::ParseProgress& progress, double seconds) {
  so_far.pages_total = progress.pages_total;
  // A scan is mostly done once it is read: the bar must not wait for the first page to be written.
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
  progress_.page_done(number, done);
}

void ParseRun::finish() {
  totals_.seconds = services_.clock() - begun_;
  const PeakMemory memory{.program_bytes = peak_resident_bytes(::getpid()),
                          .worker_bytes = services_.peak_worker_bytes()};
  if (!command_.report.empty()) report_.write(command_.report, totals_, memory);
  emit_json([&] { return json_end(totals_, memory); });
  if (!command_.json_progress && !command_.names_at_once) {
    for (const fs::path& file : report_.written()) console_.out(file.string() + "\n");
  }
  if (is_talkative()) console_.err(summary_report(totals_, memory, command_.output));
}

}  // namespace mineru::cli
