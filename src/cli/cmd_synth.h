// The command `synth`: a random model of the real architecture, to time and to test with.
#pragma once

#include <filesystem>
#include <functional>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "model/synthetic.h"

namespace mineru::cli {

struct SynthServices {
  std::function<void(const model::SyntheticOptions&, const std::filesystem::path& folder,
                     const model::SyntheticProgress&)>
      write;
  Clock clock = steady_seconds;
};

// Prints the folder to standard output. Errors: kInvalidArgument (a folder that holds anything, no
// such preset), kNotFound (the tokenizer), kIo, kCancelled.
ExitCode run_synth(const SynthCommand& command, const SynthServices& services, Console& console);

}  // namespace mineru::cli
