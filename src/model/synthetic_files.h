// The JSON files of a synthetic checkpoint.
#pragma once

#include <cstdint>
#include <string>

#include "model/config.h"

namespace mineru::model {

// Ids that the files mention.
struct SyntheticTokens {
  int32_t end_of_text = 0;
  int32_t im_start = 0;
  int32_t im_end = 0;
  int32_t vision_start = 0;
  int32_t vision_end = 0;
  int32_t image_pad = 0;
  int32_t video_pad = 0;
};

// A byte-level tokenizer.json without merges: 256 bytes, and the added tokens of Qwen2-VL and
// MinerU2.5 from `first_added` on, in Qwen2-VL's order ("<|endoftext|>" first).
std::string synthetic_tokenizer_json(int32_t first_added);
// Ids in it, the gap below `first_added` included.
int32_t synthetic_tokenizer_size(int32_t first_added);

std::string synthetic_config_json(const ModelConfig& config, const SyntheticTokens& tokens);
std::string synthetic_preprocessor_json(const ModelConfig& config);
std::string synthetic_generation_json(const SyntheticTokens& tokens);
std::string synthetic_chat_template_json();
std::string synthetic_tokenizer_config_json();

}  // namespace mineru::model
