// Options of `parse` and `watch`.
#pragma once

#include <span>
#include <string>

#include "cli/options.h"

namespace mineru::cli {

Command read_parse(std::span<const std::string> arguments, const Environment& environment);
Command read_watch(std::span<const std::string> arguments, const Environment& environment);

}  // namespace mineru::cli
