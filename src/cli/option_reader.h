// Options of one command: CLI11 finds and splits them, the values are read here, for messages that
// say what is expected.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.h"

namespace mineru::cli {

// Values as typed, by the long name of their option; only of options that were given.
using Values = std::map<std::string, std::string, std::less<>>;

// Options that take a value, as "-o,--output". The last one counts where an option is repeated.
void add_values(CLI::App& app, std::span<const char* const> names, Values& values);

// Errors: kInvalidArgument, with the nearest option where one is mistyped.
void run_cli11(CLI::App& app, std::span<const std::string> arguments, std::string_view command);

// Reads one value if it was given; an error gets the option's name in front.
template <typename Target, typename Read>
void read_value(const Values& values, std::string_view key, Target& target, Read read) {
  const auto found = values.find(key);
  if (found == values.end()) return;
  try {
    target = read(found->second);
  } catch (Error& error) {
    error.add_context(fmt::format("--{}", key));
    throw;
  }
}

}  // namespace mineru::cli
