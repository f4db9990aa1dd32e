// cli: the program mineru-cpp. Owns the command line, the commands, and what a person sees of them;
// the composition root: only app.cc connects the other modules. May include the entry headers of
// all modules. Errors: run_program turns every exception into a message and an exit code. Threads:
// the main thread, and the one of StopSignals.
#pragma once

#include <string>
#include <vector>

namespace mineru::cli {

// `arguments` without the program's name. Returns what the process exits with.
int run_program(const std::vector<std::string>& arguments) noexcept;

}  // namespace mineru::cli
