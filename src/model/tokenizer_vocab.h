// The tokens of a tokenizer.json by id, and the merges between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/bpe.h"
#include "model/tokenizer_json.h"

namespace mineru::model {

// Immutable, thread-safe.
class Vocabulary {
 public:
  // Errors: kCorruptData (an id or a token twice, a byte or a part of a merge without token).
  Vocabulary(const TokenizerFile& tokens, std::string_view file);

  std::string_view bytes(int32_t id) const;  // empty for unknown ids
  bool is_special(int32_t id) const;
  int32_t num_ids() const { return static_cast<int32_t>(tokens_.size()); }
  const BytePairEncoder& encoder() const { return encoder_; }

 private:
  struct Token {
    size_t begin = 0;  // in bytes_
    size_t length = 0;
    bool known = false;
    bool special = false;
  };
  void add(std::string_view name, int32_t id);

  std::string bytes_;
  std::vector<Token> tokens_;  // by id
  BytePairEncoder encoder_;
};

}  // namespace mineru::model
