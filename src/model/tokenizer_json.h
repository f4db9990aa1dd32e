// Reads tokenizer.json, and refuses what would need another algorithm than this tokenizer's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mineru::model {

// Ids stay below; Qwen has 152,000.
constexpr int32_t kMaxTokenIds = 1 << 21;

struct AddedToken {
  int32_t id = 0;
  std::string content;
  bool normalized = false;  // looked for in normalised text
  bool special = false;
};

struct TokenizerFile {
  std::vector<std::pair<std::string, int32_t>> vocab;  // in the byte alphabet
  std::vector<std::pair<std::string, std::string>> merges;
  std::vector<AddedToken> added_tokens;
};

// Names are taken as they stand: not checked are repetitions, and merges of unknown tokens.
// Errors: kCorruptData, kUnsupported; the message names file, key, expected, found.
TokenizerFile parse_tokenizer_file(std::string_view json, std::string_view file);

}  // namespace mineru::model
