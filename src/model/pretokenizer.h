// Cuts text into the words that byte-pair encoding works on.
#pragma once

#include <cstddef>
#include <string_view>

namespace mineru::model {

// The regular expression of Qwen2, Qwen2.5 and Qwen3, as their tokenizer.json has it.
constexpr std::string_view kQwenSplitPattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
    R"(|\s*[\r\n]+|\s+(?!\S)|\s+)";

enum class CharClass { kOther, kLetter, kNumber, kSpace };

// What the regular expressions of `tokenizers` take for \p{L}, \p{N} and \s.
CharClass char_class(char32_t code);

// The word that starts at `pos` (< text.size()), matched by kQwenSplitPattern; every byte belongs
// to one word. `text` must be UTF-8. All words of a text together take time linear in its length.
std::string_view next_word(std::string_view text, size_t pos);

}  // namespace mineru::model
