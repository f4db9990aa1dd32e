// Writes random checkpoints of the real architecture, so that anyone can time, measure and test
// without the published weights. Their answers are noise; their numbers behave like a trained
// model's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mineru::model {

struct SyntheticOptions {
  std::string preset = "mineru2.5-1.2b";  // one of synthetic_presets()
  uint64_t seed = 0;                      // equal seeds write equal bytes, on every machine
  // A full-size tokenizer.json of the Qwen2 family to copy; empty: a small one is made up.
  std::filesystem::path tokenizer_json{};
};

// "mineru2.5-1.2b": the published shapes, 2.3 GB. "tiny": four small layers for tests, below 10 MB
// unless a full-size tokenizer blows up its vocabulary.
std::vector<std::string_view> synthetic_presets();

// Bytes of weights written so far, and in all.
using SyntheticProgress = std::function<void(uint64_t done, uint64_t total)>;

// Writes config.json, preprocessor_config.json, generation_config.json, chat_template.json,
// tokenizer.json, tokenizer_config.json and model.safetensors (bf16) into the folder, which is
// made. What was begun and failed leaves no weights behind. Errors: kInvalidArgument (unknown
// preset; the folder holds a checkpoint already; a tokenizer without the needed tokens), kIo (disk
// full: says how much is needed), and those of reading the tokenizer.
void write_synthetic_checkpoint(const SyntheticOptions& options,
                                const std::filesystem::path& folder,
                                const SyntheticProgress& progress = {});

}  // namespace mineru::model
