// One request on its way through the engine: its rows, its tokens so far, its text.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/loop_guard.h"
#include "engine/network.h"
#include "engine/request.h"
#include "engine/sampler.h"
#include "engine/stream.h"
#include "text/utf8_assembler.h"

namespace mineru::engine {

// A request made ready on its caller's thread.
struct PreparedRequest {
  model::Prompt prompt;
  std::vector<model::PatchGrid> pictures;
  Sampling sampling;
  int max_new_tokens = 0;  // at least 1
  SpecialTokens special_tokens = SpecialTokens::kSkip;
  LoopGuard loop_guard;
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

// Cuts the pictures, builds the prompt, and holds it against the limits. `context_tokens`: prompt
// and reply together. Errors: kInvalidArgument, what making patches throws.
PreparedRequest prepare(Request request, const Network& network, int context_tokens);

// Made on the caller's thread, afterwards engine-thread only. Its pages must be given back before
// it goes.
class Sequence {
 public:
  Sequence(PreparedRequest request, const Network& network);

  Mailbox& mailbox() const { return *writer_; }
  std::unique_ptr<TokenStream> open_stream() const { return writer_.open_stream(); }

  // Pictures. Their pixels go when the embeddings are there; those stay, a reply that has to start
  // over needs them again.
  bool needs_vision() const { return !pictures_.empty(); }
  const std::vector<model::PatchGrid>& pictures() const { return pictures_; }
  int num_patches() const;
  void set_embeddings(std::span<const float> embeddings);  // of all pictures, one after another
  size_t num_embedding_rows() const { return num_embedding_rows_; }

  // Rows for the decoder: the prompt, then the generated tokens.
  int num_rows() const { return static_cast<int>(prompt_.rows.size() + generated_.size()); }
  int num_cached() const { return num_cached_; }
  bool has_generated() const { return !generated_.empty(); }
  // The next `count` rows; the last row of all asks for logits.
  void append_rows(int count, std::vector<model::TokenRow>& batch);
  void mark_cached(int count) { num_cached_ += count; }
  // Without its pages it starts over.
  void forget_cache() { num_cached_ = 0; }
  model::KvSequence& kv() { return kv_; }
  const model::KvSequence& kv() const { return kv_; }

  // Tokens. choose() may run beside other sequences' choose().
  Choice choose(std::span<const float> logits) { return sampler_.choose(logits); }
  // Adds the token and sends its text; the reason if the reply ends with it.
  std::optional<FinishReason> accept(const Choice& choice);
  // Cancelled or too late.
  std::optional<FinishReason> interrupted(std::chrono::steady_clock::time_point now) const;
  void finish(FinishReason reason);

  bool open = false;    // has one of the scheduler's places
  bool in_job = false;  // its pictures are being encoded
  bool left = false;    // it has ended, and holds nothing

 private:
  std::string_view text_of(int32_t token) const;
  std::string text_of_first(size_t num_tokens) const;

  const Network& network_;
  MailboxWriter writer_;
  model::Prompt prompt_;
  std::vector<model::PatchGrid> pictures_;
  std::vector<size_t> first_embedding_;  // row of each picture
  size_t num_embedding_rows_ = 0;
  std::vector<float> embeddings_;
  model::KvSequence kv_;
  int num_cached_ = 0;
  Sampler sampler_;
  LoopDetector loops_;
  size_t max_new_tokens_;
  SpecialTokens special_tokens_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::vector<int32_t> generated_;
  std::optional<size_t> kept_tokens_;  // the loop guard's verdict
  text::Utf8Assembler assembler_;
  Reply reply_;
  double sum_probability_ = 0;
  double min_probability_ = 1;
};

}  // namespace mineru::engine
