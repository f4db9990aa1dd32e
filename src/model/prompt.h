// A chat as the decoder reads it: every row explicit (token, or row of which picture, and its three
// rotary positions), so that no counter can slip.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/config.h"
#include "model/image_processor.h"
#include "model/tokenizer.h"

namespace mineru::model {

// A part of a message: text, or the next picture (its grid; `grids` order of appearance).
using PromptPart = std::variant<std::string, GridThw>;

struct PromptMessage {
  std::string role;  // "system", "user", "assistant"
  std::vector<PromptPart> parts;
};

struct PromptRow {
  int32_t token = -1;             // image rows carry image_pad
  int32_t image = -1;             // which picture, or -1
  int32_t image_row = -1;         // which merged token of it
  std::array<int32_t, 3> rope{};  // M-RoPE position: time, height, width
};

struct Prompt {
  std::vector<PromptRow> rows;
  int32_t next_rope = 0;  // position (all three axes) of the first generated token
};

// The ChatML of Qwen2-VL's template, with the default system message when the first message is not
// "system", ending with the opening of the assistant's turn. Text of parts is never read as control
// tokens. Positions follow get_rope_index of Hugging Face's Qwen2-VL: text counts on, a picture
// spans its merged grid, what follows starts at the largest position + 1.
// Errors: kInvalidArgument (unknown role, no message).
Prompt build_prompt(std::span<const PromptMessage> messages, const Tokenizer& tokenizer,
                    const ModelConfig& config);

}  // namespace mineru::model
