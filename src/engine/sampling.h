// How the next token is chosen; the reference is vLLM (spec of MinerU 3.4, "Sampling parameters").
#pragma once

#include <cstdint>

namespace mineru::engine {

struct Sampling {
  double temperature = 0;         // 0: the most likely token after penalties
  double top_p = 1;               // (0, 1]
  int top_k = 0;                  // 0 or less: all
  double presence_penalty = 0;    // over generated tokens only
  double frequency_penalty = 0;   // over generated tokens only
  double repetition_penalty = 1;  // over prompt and generated tokens
  int no_repeat_ngram_size = 0;   // over generated tokens only; 0: off
  uint64_t seed = 0;              // temperature > 0: same seed, same tokens
};

}  // namespace mineru::engine
