#include "cli/cmd_pull.h"

#include <poll.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "cli/byte_progress.h"
#include "cli/display_text.h"
#include "cli/stop_signals.h"

namespace mineru::cli {

namespace {

void show_progress(const DownloadProgress& progress, ByteProgress& bar, Console& console) {
  using Pace = ByteProgress::Pace;
  switch (progress.phase) {
    case DownloadPhase::kListing: bar.update("asking for the list of files", 0, 0); return;
    case DownloadPhase::kChecking:
      bar.update(progress.file + " (checking)", progress.done, progress.total, Pace::kIdle);
      return;
    case DownloadPhase::kFetching: bar.update(progress.file, progress.done, progress.total); return;
    case DownloadPhase::kWaiting:
      console.err(fmt::format("{}; trying again in {}\n", printable(progress.trouble),
                              format_duration(progress.wait_s)));
      return;
  }
}

std::string pull_summary(std::string_view name, const DownloadReport& report, double seconds) {
  const std::string size = format_bytes(report.bytes_total);
  if (report.files_fetched == 0) {
    return fmt::format("{}: all {} were there, {}, and are right\n", name,
                       format_count(report.files_kept, "file"), size);
  }
  std::string line = fmt::format(
      "{}: {}, {}", name, format_count(report.files_fetched + report.files_kept, "file"), size);
  if (report.files_kept > 0) line += fmt::format(", {} of them there before", report.files_kept);
  line += fmt::format("; {} in {}", format_bytes(report.bytes_fetched), format_duration(seconds));
  return line + "\n";
}

}  // namespace

ExitCode run_pull(const PullCommand& command, const PullServices& services, Console& console) {
  const bool talkative = command.verbosity != Verbosity::kQuiet;
  const StopSignals signals({.on_tick = [] {}, .on_first = [] {}, .on_second = [] {}});
  const double begun = services.clock();
  ByteProgress bar(console, talkative ? ByteProgress::Mode::kShown : ByteProgress::Mode::kSilent,
                   services.clock);
  const auto on_progress = [&](const DownloadProgress& progress) {
    if (talkative) show_progress(progress, bar, console);
  };
  if (talkative) {
    console.err(fmt::format("{} from {}\n", command.request.place.model.repository,
                            printable(command.request.place.page_url())));
  }
  const DownloadReport report =
      download_model(command.request, services.download, on_progress, signals.token());
  bar.end();
  if (talkative) {
    console.err(pull_summary(command.request.place.model.name, report, services.clock() - begun));
  }
  console.out(command.request.folder.string() + "\n");
  return ExitCode::kOk;
}

void wait_seconds(double seconds, const std::stop_token& stop) {
  constexpr double kSlice = 0.1;
  for (double left = seconds; left > 0 && !stop.stop_requested(); left -= kSlice) {
    ::poll(nullptr, 0, static_cast<int>(std::ceil(std::min(left, kSlice) * 1000)));
  }
}

uint64_t free_disk_bytes(const std::filesystem::path& folder) {
  std::error_code failed;
  const std::filesystem::space_info space = std::filesystem::space(folder, failed);
  // A file system that cannot say says so when it is full.
  return failed ? std::numeric_limits<uint64_t>::max() : space.available;
}

}  // namespace mineru::cli
