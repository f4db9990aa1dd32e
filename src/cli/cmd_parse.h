// The command `parse`: documents as they come, a few at a time, so that memory does not grow with
// their number.
#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/parse_run.h"
#include "cli/progress.h"

namespace mineru::cli {

// A document that fails is reported, and the next one follows. Errors: what concerns all of them
// (output folder, OCR language, the model, a folder that cannot be listed).
ExitCode run_parse(const ParseCommand& command, const ParseServices& services, Console& console);

// Shared with `watch`.
Progress::Mode progress_mode(const ParseCommand& command);
std::string stopping_message(const ParseCommand& command);

}  // namespace mineru::cli
