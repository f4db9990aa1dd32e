#include "cli/cmd_synth.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "cli/byte_progress.h"
#include "cli/display_text.h"
#include "cli/stop_signals.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTiny = "tiny";

// What a folder of a model consists of, and nothing else of the user's.
constexpr const char* kModelFiles[] = {"config.json",
                                       "preprocessor_config.json",
                                       "generation_config.json",
                                       "chat_template.json",
                                       "tokenizer.json",
                                       "tokenizer_config.json",
                                       "model.safetensors",
                                       "model.safetensors.index.json"};

void remove_model(const fs::path& folder) {
  for (const char* const name : kModelFiles) {
    std::error_code failed;
    fs::remove(folder / name, failed);
    if (failed) {
      throw_error(Code::kIo, "{}: cannot be removed: {}", printable((folder / name).string()),
                  failed.message());
    }
  }
}

// Half a model would be in the way of the next attempt.
class RemovedUnlessComplete {
 public:
  explicit RemovedUnlessComplete(const fs::path& folder) : folder_(folder) {}
  ~RemovedUnlessComplete() {
    if (complete_) return;
    std::error_code ignored;
    for (const char* const name : kModelFiles) fs::remove(folder_ / name, ignored);
  }
  RemovedUnlessComplete(const RemovedUnlessComplete&) = delete;
  RemovedUnlessComplete& operator=(const RemovedUnlessComplete&) = delete;
  void keep() { complete_ = true; }

 private:
  const fs::path& folder_;
  bool complete_ = false;
};

void make_room(const fs::path& folder, bool force) {
  std::error_code failed;
  if (!fs::exists(folder, failed)) return;
  if (!fs::is_directory(folder, failed)) {
    throw_error(Code::kInvalidArgument, "{}: expected a folder, found a file",
                printable(folder.string()));
  }
  if (force) {
    remove_model(folder);
    return;
  }
  const bool empty = fs::is_empty(folder, failed);
  if (failed) {
    throw_error(Code::kIo, "{}: cannot be read: {}", printable(folder.string()), failed.message());
  }
  if (!empty) {
    throw_error(Code::kInvalidArgument,
                "{}: the folder is not empty; --force replaces the model in it",
                printable(folder.string()));
  }
}

void require_preset(const std::string& preset) {
  const std::vector<std::string_view> presets = model::synthetic_presets();
  if (std::find(presets.begin(), presets.end(), preset) != presets.end()) return;
  throw_error(Code::kInvalidArgument, "--preset: expected {}, found '{}'",
              fmt::join(presets, " or "), preset);
}

fs::path choose_tokenizer(const SynthCommand& command) {
  if (!command.tokenizer.empty()) return command.tokenizer;
  // A vocabulary of full size would blow the small model up.
  if (command.preset == kTiny || command.cached_tokenizer.empty()) return {};
  std::error_code unknown;
  return fs::is_regular_file(command.cached_tokenizer, unknown) ? command.cached_tokenizer
                                                                : fs::path();
}

std::string tokenizer_note(const model::SyntheticOptions& options) {
  if (!options.tokenizer_json.empty()) {
    return fmt::format("with the tokenizer {}\n", printable(options.tokenizer_json.string()));
  }
  if (options.preset == kTiny) return {};
  return "with a small tokenizer; scripts/fetch_tokenizer brings one of full size\n";
}

}  // namespace

ExitCode run_synth(const SynthCommand& command, const SynthServices& services, Console& console) {
  const bool talkative = command.verbosity != Verbosity::kQuiet;
  const StopSignals signals({.on_tick = [] {}, .on_first = [] {}, .on_second = [] {}});
  const double begun = services.clock();
  require_preset(command.preset);
  make_room(command.folder, command.force);
  const model::SyntheticOptions options{
      .preset = command.preset, .seed = command.seed, .tokenizer_json = choose_tokenizer(command)};
  if (talkative) console.err(tokenizer_note(options));
  uint64_t bytes = 0;
  RemovedUnlessComplete files(command.folder);
  {
    ByteProgress bar(console, talkative ? ByteProgress::Mode::kShown : ByteProgress::Mode::kSilent,
                     services.clock);
    services.write(options, command.folder, [&](uint64_t done, uint64_t total) {
      if (signals.token().stop_requested()) throw_error(Code::kCancelled, "stopped");
      bytes = total;
      bar.update("writing weights", done, total);
    });
  }
  files.keep();
  if (talkative) {
    console.err(fmt::format("{}, seed {}: {} of random weights in {}\n", command.preset,
                            command.seed, format_bytes(bytes),
                            format_duration(services.clock() - begun)));
  }
  console.out(command.folder.string() + "\n");
  return ExitCode::kOk;
}

}  // namespace mineru::cli
