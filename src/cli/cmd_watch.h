// The command `watch`: folders whose new documents are parsed as they arrive, until it is stopped.
#pragma once

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/parse_run.h"

namespace mineru::cli {

// A file is new while this run has not read it in its present state (size and time); results of
// earlier runs are taken over as by --resume. It is read once two looks found the same state, so
// that a copy in progress is left alone. Ends by a stop request, with the exit code of what was
// parsed. Errors: those of run_parse.
ExitCode run_watch(const WatchCommand& command, const ParseServices& services, Console& console);

}  // namespace mineru::cli
