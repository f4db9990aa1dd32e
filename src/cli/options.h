// The command line as typed, turned into what each command needs.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/cpu_info.h"
#include "cli/inputs.h"
#include "cli/model_download.h"
#include "cli/model_folders.h"
#include "doc/pipeline.h"
#include "doc/vlm/prompts.h"
#include "engine/generator.h"
#include "media/resample.h"
#include "model/precision.h"
#include "remote/remote_generator.h"

namespace mineru::cli {

// What options take from outside the command line. Filled by the composition root.
struct Environment {
  CpuInfo cpu;
  std::string password;          // MINERU_PASSWORD
  std::string model;             // MINERU_MODEL
  std::string hf_endpoint;       // HF_ENDPOINT
  std::string hf_token;          // HF_TOKEN
  std::string server_url;        // MINERU_VL_SERVER
  std::string server_model;      // MINERU_VL_MODEL_NAME
  std::string server_key;        // MINERU_VL_API_KEY
  std::filesystem::path models;  // where pulled models lie; empty without a home folder
  std::filesystem::path cache;   // of this program; likewise
};

enum class Verbosity { kQuiet, kNormal, kVerbose };

struct ParseCommand {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path output = "out";
  Recursive recursive = Recursive::kNo;
  bool json_progress = false;
  Verbosity verbosity = Verbosity::kNormal;
  bool names_at_once = false;    // of results, as documents end; else when all have
  int jobs = 1;                  // documents in work at once
  std::filesystem::path report;  // empty: none is written
  bool language_chosen = false;  // -l was given: worth checking before the work
  std::string threads_reason;    // why there are so many threads
  int threads = 1;               // of kFlash: options.num_workers; else those of the model
  ModelChoice model;             // of the backends that have one
  model::Precision precision = model::Precision::kAsStored;  // of the backends that have one
  std::optional<remote::RemoteOptions> server;               // instead of `model`
  doc::ParseOptions options;
};

struct WatchCommand {
  ParseCommand parse;  // its inputs are folders
  double interval_seconds = 2;
};

struct AskCommand {
  ModelChoice model;
  model::Precision precision = model::Precision::kAsStored;
  std::optional<remote::RemoteOptions> server;  // instead of `model`
  int threads = 1;
  std::vector<std::filesystem::path> images;  // shown before the prompt, in this order
  std::optional<doc::vlm::PromptKind> task;   // gives the prompt and how to sample
  std::string prompt;                         // without a task
  std::string system;                         // empty: the model's own
  engine::Sampling sampling;
  int max_tokens = 4096;
  int max_side = 0;  // of the pictures; 0: as they are
  media::Filter resample = media::Filter::kBicubic;
  engine::SpecialTokens special_tokens = engine::SpecialTokens::kSkip;
  bool json = false;
  Verbosity verbosity = Verbosity::kNormal;
};

struct SynthCommand {
  std::string preset = "mineru2.5-1.2b";
  uint64_t seed = 0;
  std::filesystem::path folder;
  std::filesystem::path tokenizer;  // as given; empty: the one in the cache, if there
  std::filesystem::path cached_tokenizer;
  bool force = false;
  Verbosity verbosity = Verbosity::kNormal;
};

struct PullCommand {
  DownloadRequest request;
  Verbosity verbosity = Verbosity::kNormal;
};

struct DoctorCommand {
  bool json = false;
  std::filesystem::path output = "out";
  ModelChoice model;
};

// Print this text and end well: help, version.
struct PrintCommand {
  std::string text;
};

using Command = std::variant<ParseCommand, WatchCommand, AskCommand, SynthCommand, PullCommand,
                             DoctorCommand, PrintCommand>;

// `arguments` without the program's name. Errors: kInvalidArgument and kUnsupported, with what was
// expected and the nearest name where one is mistyped.
Command read_command_line(std::span<const std::string> arguments, const Environment& environment);

// "2 (all 2 physical cores)"; what --help and -v say about the default of --threads.
std::string describe_default_threads(const CpuInfo& cpu);

}  // namespace mineru::cli
