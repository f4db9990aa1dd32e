// The command `parse`: documents one after another, so that memory does not grow with their number.
#pragma once

#include <functional>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/loaded_model.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "doc/pipeline.h"
#include "media/page_source.h"

namespace mineru::cli {

// What the command calls; app.cc gives the real ones, tests scripted ones.
struct ParseServices {
  std::function<doc::ParseSummary(const std::filesystem::path& input,
                                  const std::filesystem::path& out_root, const std::string& stem,
                                  const doc::ParseOptions& options, std::stop_token stop,
                                  const std::function<void(const doc::ParseProgress&)>& on_page)>
      parse;
  std::function<media::WorkerHealth(const media::WorkerOptions&)> check_worker;
  std::function<uint64_t()> peak_worker_bytes;
  ModelLoader load_model;   // called once, for the backend that needs one
  ServerConnector connect;  // called instead where the model is behind a server
  Clock clock = steady_seconds;
};

// A document that fails is reported, and the next one follows. Errors: what concerns all of them
// (output folder, OCR language, the model, a folder that cannot be listed).
ExitCode run_parse(const ParseCommand& command, const ParseServices& services, Console& console);

}  // namespace mineru::cli
