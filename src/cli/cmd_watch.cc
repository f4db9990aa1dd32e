#include "cli/cmd_watch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "cli/cmd_parse.h"
#include "cli/display_text.h"
#include "cli/inputs.h"
#include "cli/stop_signals.h"
#include "cli/watched_files.h"

namespace mineru::cli {

namespace {

// Until the time is over or a stop is asked for.
void wait_for(double seconds, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, stop, std::chrono::duration<double>(seconds), [] { return false; });
}

void require_folders(const std::vector<std::filesystem::path>& folders) {
  for (const std::filesystem::path& folder : folders) {
    std::error_code unknown;
    if (std::filesystem::is_directory(folder, unknown)) continue;
    throw_error(Code::kInvalidArgument, "expected a folder to watch, found {}{}",
                printable(folder.string()),
                std::filesystem::exists(folder, unknown) ? "; parse reads single files"
                                                         : ", which is not there");
  }
}

// Nothing while a folder cannot be listed: a share that is away for a minute comes back. Each
// trouble is told once.
std::optional<std::vector<std::filesystem::path>> look(const ParseCommand& parse,
                                                       std::string& trouble, Console& console) {
  try {
    InputList inputs = collect_inputs(parse.inputs, parse.recursive, parse.output);
    trouble.clear();
    return std::move(inputs.files);
  } catch (const Error& error) {
    if (trouble != error.message()) console.err(printable(error.message()) + "; still watching\n");
    trouble = error.message();
    return std::nullopt;
  }
}

}  // namespace

ExitCode run_watch(const WatchCommand& command, const ParseServices& services, Console& console) {
  const ParseCommand& parse = command.parse;
  Progress progress(console, progress_mode(parse), services.clock);
  const StopSignals signals({.on_tick = [&progress] { progress.tick(); },
                             .on_first = [&] { console.err(stopping_message(parse)); },
                             .on_second = [&progress] { progress.end_all(); }});
  const std::stop_token stop = signals.token();
  require_folders(parse.inputs);
  ParseRun run(parse, services, console, progress, stop);
  run.prepare();
  run.announce(0);
  if (parse.verbosity != Verbosity::kQuiet) {
    console.err(fmt::format("watching {}; Ctrl-C ends\n", printable(parse.inputs[0].string())));
  }
  WatchedFiles watched;
  std::string trouble;
  while (!stop.stop_requested()) {
    if (const auto files = look(parse, trouble, console)) {
      run.parse_all(watched.new_documents(*files));
    }
    wait_for(command.interval_seconds, stop);
  }
  run.finish();
  return run.totals().documents == 0 ? ExitCode::kOk : run.totals().exit_code();
}

}  // namespace mineru::cli
