// Byte-level BPE as in Hugging Face's tokenizer.json of the Qwen2 family: NFC, the GPT-4-like split
// pattern, byte alphabet, ranked merges, added tokens. Equal to the `tokenizers` library, id by id.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mineru::model {

// What to do with the text of an added token ("<|im_end|>") found in the input.
enum class AddedTokens {
  kPlainText,  // it is ordinary text: what a user types never becomes a control token
  kRecognise,  // it becomes its id, as `tokenizers` does by default
};

enum class SkipSpecial { kNo, kYes };

// Immutable, thread-safe.
class Tokenizer {
 public:
  // Errors: kNotFound, kIo, kCorruptData, kUnsupported; the message names file and key.
  static Tokenizer load(const std::filesystem::path& tokenizer_json);
  static Tokenizer parse(std::string_view json, std::string_view file);

  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  // Ids of UTF-8 text (broken bytes are read as U+FFFD, as Python's "replace" does).
  std::vector<int32_t> encode(std::string_view text, AddedTokens added) const;

  // Text of the ids; bytes that are not UTF-8 become U+FFFD, unknown ids nothing. kYes leaves out
  // the added tokens that are marked "special".
  std::string decode(std::span<const int32_t> ids, SkipSpecial skip) const;

  // Bytes that one id stands for (not necessarily whole characters); empty for unknown ids.
  // Concatenated and passed through text::Utf8Assembler they give decode().
  std::string_view token_bytes(int32_t id) const;

  std::optional<int32_t> token_id(std::string_view token) const;  // an added token, by its content
  bool is_special(int32_t id) const;                              // an added token marked "special"
  int32_t num_ids() const;                                        // largest id + 1

 private:
  struct Tables;
  explicit Tokenizer(std::unique_ptr<const Tables> tables);
  std::unique_ptr<const Tables> tables_;
};

}  // namespace mineru::model
