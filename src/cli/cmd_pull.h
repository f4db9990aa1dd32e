// The command `pull`: brings a published model into the folder where the others look for it.
#pragma once

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/model_download.h"
#include "cli/options.h"
#include "cli/progress.h"

namespace mineru::cli {

struct PullServices {
  DownloadServices download;
  Clock clock = steady_seconds;
};

// Prints the folder to standard output when the model is complete. Errors: those of download_model.
ExitCode run_pull(const PullCommand& command, const PullServices& services, Console& console);

// The rest of the real services: sleeps, but wakes up for a stop request; and asks the system.
void wait_seconds(double seconds, const std::stop_token& stop);
uint64_t free_disk_bytes(const std::filesystem::path& folder);

}  // namespace mineru::cli
