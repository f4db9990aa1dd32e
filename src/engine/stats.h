// What the engine has done so far, and what it holds.
#pragma once

#include <cstdint>

namespace mineru::engine {

struct StepStats {
  int64_t steps = 0;
  double seconds = 0;
};

// Plain values, as of the last step.
struct EngineStats {
  int64_t prompt_tokens = 0;     // rows of prompts that went through the decoder, repeated ones too
  int64_t generated_tokens = 0;  // stop tokens included
  int64_t image_patches = 0;
  int64_t finished = 0;  // requests that ended, whatever the reason
  int64_t failed = 0;    // with an error
  int64_t preemptions = 0;
  StepStats vision;
  StepStats prefill;  // forward steps with rows of a prompt in them, decoding rows or not
  StepStats decode;   // forward steps without
  double sampling_seconds = 0;
  int pages_used = 0;
  int num_pages = 0;
  int running = 0;      // requests that were given work
  int queue_depth = 0;  // requests that wait for a place
};

}  // namespace mineru::engine
