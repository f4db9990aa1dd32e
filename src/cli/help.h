// Help texts: written by hand, so that a newcomer can read them. A test compares them with the
// options that exist.
#pragma once

#include <string>

#include "base/cpu_info.h"

namespace mineru::cli {

std::string main_help();
std::string parse_help(const CpuInfo& cpu);
std::string ask_help(const CpuInfo& cpu);
std::string pull_help();
std::string synth_help();
std::string watch_help();
std::string doctor_help();
std::string version_text();  // "mineru-cpp 0.1.0\n"

}  // namespace mineru::cli
