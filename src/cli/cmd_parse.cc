#include "cli/cmd_parse.h"

#include <optional>
#include <utility>

#include "cli/display_text.h"
#include "cli/inputs.h"
#include "cli/stop_signals.h"
#include "doc/writers/stems.h"

namespace mineru::cli {

namespace {

std::vector<Document> documents_of(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> stems;
  stems.reserve(files.size());
  for (const auto& file : files) stems.push_back(doc::output_stem(file));
  stems = doc::uniquify_stems(stems);
  std::vector<Document> documents;
  documents.reserve(files.size());
  for (size_t i = 0; i < files.size(); ++i) documents.push_back({files[i], std::move(stems[i])});
  return documents;
}

}  // namespace

Progress::Mode progress_mode(const ParseCommand& command) {
  return command.verbosity == Verbosity::kQuiet ? Progress::Mode::kSilent : Progress::Mode::kShown;
}

std::string stopping_message(const ParseCommand& command) {
  const bool gives_up = doc::uses_model(command.options.backend);  // a page may take minutes
  return fmt::format("stopping{}; press Ctrl-C again to end at once\n",
                     gives_up ? "" : " after the pages in work");
}

ExitCode run_parse(const ParseCommand& command, const ParseServices& services, Console& console) {
  Progress progress(console, progress_mode(command), services.clock);
  // First of all: the threads and media workers that follow inherit the blocked signals.
  const StopSignals signals({.on_tick = [&progress] { progress.tick(); },
                             .on_first = [&] { console.err(stopping_message(command)); },
                             .on_second = [&progress] { progress.end_all(); }});
  ParseRun run(command, services, console, progress, signals.token());
  const InputList inputs = collect_inputs(command.inputs, command.recursive, command.output);
  if (command.verbosity != Verbosity::kQuiet) console.err(skipped_report(inputs.skipped));
  if (inputs.files.empty()) {
    throw_error(
        Code::kNotFound, "no PDF and no picture found in {}{}",
        printable(command.inputs.front().string()),
        command.recursive == Recursive::kNo ? "; -r looks into folders within it, too" : "");
  }
  run.prepare();
  run.announce(static_cast<int>(inputs.files.size()));
  run.parse_all(documents_of(inputs.files));
  run.finish();
  return run.totals().exit_code();
}

}  // namespace mineru::cli
