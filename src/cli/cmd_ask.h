// The command `ask`: one question to the model, with or without pictures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/loaded_model.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "media/image.h"

namespace mineru::cli {

// What the command calls; app.cc gives the real ones, tests scripted ones.
struct AskServices {
  ModelLoader load_model;
  ServerConnector connect;
  // A picture in its own size; of a PDF, the first page.
  std::function<media::Image(const std::filesystem::path&)> read_picture;
  std::function<uint64_t()> peak_worker_bytes;
  Clock clock = steady_seconds;
};

// The answer goes to standard output, piece by piece, or as one JSON object when it is complete.
// Errors: a missing model or picture, and what ends the answer early.
ExitCode run_ask(const AskCommand& command, const AskServices& services, Console& console);

}  // namespace mineru::cli
