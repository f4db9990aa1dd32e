// The Qwen2 decoder: prefill, chunked prefill and batched decode are the same call.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "model/config.h"
#include "model/kv_pool.h"
#include "model/precision.h"
#include "model/weight_source.h"
#include "nn/exec.h"
#include "nn/matrix.h"

namespace mineru::model {

// One row of a batch: a token, or an image row's embedding, at its place in its sequence.
struct TokenRow {
  int32_t token = -1;                // used when `embedding` is null
  const float* embedding = nullptr;  // [hidden_size], borrowed until forward returns
  KvSequence* sequence = nullptr;    // with room for `position`
  int32_t position = 0;              // index in the sequence; the row attends to 0..position
  std::array<int32_t, 3> rope{};     // M-RoPE position
  bool wants_logits = false;
};

// Rows of one sequence are neighbours, in order of their positions, without gaps; all earlier
// positions of the sequence went through forward before.
using TokenBatch = std::span<const TokenRow>;

// Immutable after construction, but for the workspace: engine-thread only.
class Decoder {
 public:
  // Binds and packs the weights; afterwards the source may go. Errors: a missing or misshapen
  // tensor (WeightSource::require).
  Decoder(const DecoderConfig& config, const WeightSource& source, nn::Exec& exec,
          Precision precision = Precision::kAsStored);
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  // Logits [rows that asked, in order; vocab_size], valid until the next forward. A row's result
  // does not depend on the other rows of the batch, on how a prompt is cut into batches, nor on
  // the number of threads.
  nn::Matrix<const float> forward(nn::Exec& exec, TokenBatch batch, KvPool& kv);

  const DecoderConfig& config() const;
  size_t weight_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mineru::model
