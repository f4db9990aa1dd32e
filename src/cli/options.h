// The command line as typed, turned into what each command needs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/cpu_info.h"
#include "cli/inputs.h"
#include "doc/pipeline.h"

namespace mineru::cli {

// What options take from outside the command line. Filled by the composition root.
struct Environment {
  CpuInfo cpu;
  std::string password;  // MINERU_PASSWORD
};

enum class Verbosity { kQuiet, kNormal, kVerbose };

struct ParseCommand {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path output = "out";
  Recursive recursive = Recursive::kNo;
  bool json_progress = false;
  Verbosity verbosity = Verbosity::kNormal;
  bool language_chosen = false;  // -l was given: worth checking before the work
  std::string threads_reason;    // why num_workers is what it is
  doc::ParseOptions options;
};

struct DoctorCommand {
  bool json = false;
  std::filesystem::path output = "out";
};

// Print this text and end well: help, version.
struct PrintCommand {
  std::string text;
};

using Command = std::variant<ParseCommand, DoctorCommand, PrintCommand>;

// `arguments` without the program's name. Errors: kInvalidArgument and kUnsupported, with what was
// expected and the nearest name where one is mistyped.
Command read_command_line(std::span<const std::string> arguments, const Environment& environment);

// "2 (all 2 physical cores)"; what --help and -v say about the default of --threads.
std::string describe_default_threads(const CpuInfo& cpu);

}  // namespace mineru::cli
