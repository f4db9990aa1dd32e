// Options of the commands that deal with models, and those that `parse` shares with them.
#pragma once

#include <span>
#include <string>

#include "cli/option_reader.h"
#include "cli/options.h"

namespace mineru::cli {

Command read_ask(std::span<const std::string> arguments, const Environment& environment);
Command read_pull(std::span<const std::string> arguments, const Environment& environment);
Command read_synth(std::span<const std::string> arguments, const Environment& environment);

// --model
ModelChoice read_model_choice(const Values& values, const Environment& environment);
// --dtype
void read_precision(const Values& values, model::Precision& precision);
// --max-side and --resample
void read_picture_size(const Values& values, int& max_side, media::Filter& resample);
// --threads; the default is what the machine advises.
void read_threads(const Values& values, const Environment& environment, int& threads);

}  // namespace mineru::cli
