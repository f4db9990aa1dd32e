// From the logits of one row to the next token of its reply, as vLLM chooses it: n-gram ban and
// penalties, then the most likely token, or temperature, top-k, top-p and a draw.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/ngram_ban.h"
#include "engine/rng.h"
#include "engine/sampling.h"

namespace mineru::engine {

// Errors: kInvalidArgument, naming the value and its range.
void check_sampling(const Sampling& sampling);

struct Choice {
  int32_t token = -1;      // -1: no logit was a number above minus infinity
  double probability = 0;  // of the token before penalties, at temperature 1
};

// One reply's chooser. Equal logits and history give equal tokens. Not thread-safe; different
// samplers may work at the same time.
class Sampler {
 public:
  // The prompt counts for the repetition penalty only.
  Sampler(const Sampling& sampling, std::span<const int32_t> prompt);

  // Of equal logits the first index wins; a NaN never does. Remembers nothing but the state of the
  // random numbers.
  Choice choose(std::span<const float> logits);
  // The token is now part of the reply.
  void accept(int32_t token);

 private:
  // A token whose logit is not what the network said.
  struct Seen {
    int32_t token = 0;
    int32_t count = 0;  // in the reply; 0: in the prompt only
  };
  struct Candidate {
    float value = 0;
    int32_t token = 0;
  };
  struct Cursor;

  std::span<const float> corrected(std::span<const float> block, int32_t first, Cursor& cursor,
                                   std::span<float> copy) const;
  float penalised(float logit, const Seen& seen) const;
  int32_t most_likely(std::span<const float> logits);
  int32_t draw(std::span<const float> logits);
  void keep_top_k();
  double keep_top_p();
  double probability_of(std::span<const float> logits, int32_t token) const;

  Sampling sampling_;
  bool penalises_;
  bool greedy_;
  std::vector<Seen> seen_;  // ascending tokens
  NgramBan ngrams_;
  Rng rng_;
  std::vector<float> maxima_;          // of each block of the logits, as the network gave them
  std::vector<Candidate> candidates_;  // only with a temperature
  std::vector<float> values_;          // scratch of top-k
};

}  // namespace mineru::engine
