// Options of parse that say what is written, and how.
#pragma once

#include <span>

#include "cli/option_reader.h"
#include "doc/pipeline.h"

namespace mineru::cli {

// Their names, for add_values().
std::span<const char* const> output_option_names();

// Errors: kInvalidArgument.
void read_output_options(const Values& values, doc::OutputOptions& output);

// --enhance, --order and --max-seconds. Errors: kInvalidArgument.
void read_reading_options(const Values& values, doc::ParseOptions& options);

}  // namespace mineru::cli
