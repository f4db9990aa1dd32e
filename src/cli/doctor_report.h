// What `doctor` found, judged and written down; no looking around happens here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cpu_info.h"
#include "base/error.h"
#include "base/resources.h"
#include "cli/exit_code.h"
#include "media/page_source.h"

namespace mineru::cli {

struct DoctorFacts {
  std::string version;
  std::string build;  // "release", "debug", with sanitizers
  std::string compiler;
  std::string system;  // "Debian GNU/Linux 12 (bookworm), Linux 6.1.0, x86_64"
  CpuInfo cpu;
  MemoryInfo memory;
  std::vector<std::pair<std::string, std::string>> libraries;  // of this program: name, version
  std::optional<media::WorkerHealth> worker;
  std::string worker_error;   // if it did not answer
  double worker_seconds = 0;  // start, question, answer, end
  uint64_t worker_memory_limit = 0;
  std::vector<std::string> cjk_fonts;  // file names
  std::vector<std::string> models;     // names
  std::string model_error;             // of MINERU_MODEL; empty: fine, or not set
  std::string models_folder;           // where `pull` puts them; empty without a home
  std::string instruction_set;         // of the model's kernels
  std::string instruction_set_error;   // if none fits
  std::string output;                  // as it was named
  std::string output_error;            // empty: writable
  std::string home;                    // blotted out of every text
};

enum class Level { kOk, kInfo, kWarn, kFail };
std::string_view level_name(Level level);  // "ok", "info", "warn", "fail"

struct Finding {
  std::string group;  // "machine"
  std::string name;   // "memory"
  Level level = Level::kInfo;
  std::string value;
  std::string advice;  // what to do; only of warnings and failures
};

std::vector<Finding> judge(const DoctorFacts& facts);

// Exit code of the command: warnings are fine.
ExitCode doctor_exit_code(const std::vector<Finding>& findings);

std::string doctor_text(const std::vector<Finding>& findings);
std::string doctor_json(const std::vector<Finding>& findings);

}  // namespace mineru::cli
