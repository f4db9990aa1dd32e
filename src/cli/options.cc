#include "cli/options.h"

#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/help.h"
#include "cli/option_reader.h"
#include "cli/options_model.h"
#include "cli/options_parse.h"
#include "cli/suggest.h"

namespace mineru::cli {

namespace {

Command read_doctor(std::span<const std::string> arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  Values values;
  DoctorCommand command;
  bool help = false;
  constexpr const char* kValues[] = {"-o,--output"};
  add_values(app, kValues, values);
  app.add_flag("-h,--help", help);
  app.add_flag("--json", command.json);
  run_cli11(app, arguments, "doctor");
  if (help) return PrintCommand{doctor_help()};
  read_value(values, "output", command.output,
             [](const std::string& text) { return std::filesystem::path(text); });
  command.model = {.name = {}, .from_environment = environment.model, .pulled = environment.models};
  return command;
}

constexpr std::string_view kCommands = "parse, watch, ask, pull, synth, doctor, version or help";

[[noreturn]] void throw_unknown_command(const std::string& typed) {
  if (typed.starts_with('-')) {
    throw_error(Code::kInvalidArgument,
                "options follow a command: 'mineru-cpp parse {} ...'; see 'mineru-cpp --help'",
                typed);
  }
  const std::array<std::string, 8> commands = {"parse", "watch",  "ask",     "pull",
                                               "synth", "doctor", "version", "help"};
  const std::string nearest = nearest_name(typed, commands);
  if (!nearest.empty()) {
    throw_error(Code::kInvalidArgument, "no command is called '{}'. Did you mean '{}'?", typed,
                nearest);
  }
  std::error_code unknown;
  if (std::filesystem::exists(typed, unknown)) {
    throw_error(Code::kInvalidArgument,
                "no command is called '{0}'. To read that file: mineru-cpp parse '{0}'", typed);
  }
  throw_error(Code::kInvalidArgument, "no command is called '{}'; expected {}", typed, kCommands);
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string describe_default_threads(const CpuInfo& cpu) {
  if (cpu.default_threads < cpu.physical_cores) {
    return fmt::format("{} (the CPU quota of this container, {:.3g} of {} cores)",
                       cpu.default_threads, cpu.quota_cpus, cpu.physical_cores);
  }
  return fmt::format("{} ({})", cpu.default_threads,
                     cpu.physical_cores == 1 ? "the only core" : "all physical cores");
}

Command read_command_line(std::span<const std::string> arguments, const Environment& environment) {
  if (arguments.empty()) {
    throw_error(Code::kInvalidArgument, "a command is missing\n\n{}", main_help());
  }
  const std::string& name = arguments.front();
  const std::span<const std::string> rest = arguments.subspan(1);
  if (name == "parse") return read_parse(rest, environment);
  if (name == "watch") return read_watch(rest, environment);
  if (name == "ask") return read_ask(rest, environment);
  if (name == "pull") return read_pull(rest, environment);
  if (name == "synth") return read_synth(rest, environment);
  if (name == "doctor") return read_doctor(rest, environment);
  if (is_any_of(name, {"version", "--version", "-V", "-v"})) return PrintCommand{version_text()};
  if (is_any_of(name, {"help", "--help", "-h"})) {
    if (rest.empty() || name != "help") return PrintCommand{main_help()};
    if (rest.front() == "parse") return PrintCommand{parse_help(environment.cpu)};
    if (rest.front() == "watch") return PrintCommand{watch_help()};
    if (rest.front() == "ask") return PrintCommand{ask_help(environment.cpu)};
    if (rest.front() == "pull") return PrintCommand{pull_help()};
    if (rest.front() == "synth") return PrintCommand{synth_help()};
    if (rest.front() == "doctor") return PrintCommand{doctor_help()};
    if (is_any_of(rest.front(), {"version", "help"})) return PrintCommand{main_help()};
    throw_unknown_command(rest.front());
  }
  throw_unknown_command(name);
}

}  // namespace mineru::cli
