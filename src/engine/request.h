// What a user of the engine asks for, and what comes back. Plain values.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/sampling.h"
#include "media/image.h"

namespace mineru::engine {

// Text, or a picture when `image` is set.
struct Part {
  std::string text;
  std::optional<media::Image> image;
};

struct Message {
  std::string role;  // "system", "user", "assistant"
  std::vector<Part> parts;
};

enum class SpecialTokens { kKeep, kSkip };  // in the text that comes back

// Stops a reply that runs in circles, whatever the penalties are: when the last tokens are `copies`
// or more repetitions of one stretch and cover `min_tokens`, the reply ends with kRepetition and
// keeps one copy.
struct LoopGuard {
  bool enabled = true;
  int copies = 8;
  int min_tokens = 160;
};

struct Request {
  std::vector<Message> messages;
  Sampling sampling;
  int max_new_tokens = 0;  // 0: what the context holds
  SpecialTokens special_tokens = SpecialTokens::kSkip;
  LoopGuard loop_guard;
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

enum class FinishReason {
  kStop,        // an end-of-sequence token
  kLength,      // max_new_tokens, or the context is full
  kRepetition,  // the loop guard
  kCancelled,
  kDeadline,
};
std::string_view finish_reason_name(FinishReason reason);  // "stop", "length", "repetition", ...

struct Usage {
  int prompt_tokens = 0;
  int completion_tokens = 0;
  int image_tokens = 0;  // part of prompt_tokens
};

struct Reply {
  std::string text;
  FinishReason finish_reason = FinishReason::kStop;
  Usage usage;
  // Of the chosen tokens before penalties, 1 when there are none. Absent where nobody says.
  std::optional<double> mean_probability = {};
  std::optional<double> min_probability = {};
};

}  // namespace mineru::engine
