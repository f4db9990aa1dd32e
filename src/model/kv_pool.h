// Keys and values of the decoder, in fixed pages allocated once (the paging of vLLM,
// https://arxiv.org/abs/2309.06180, without copy-on-write).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory_map.h"
#include "model/config.h"

namespace mineru::model {

// Tokens a page. The layout inside is that of nn::PagedAttention.
inline constexpr int kPageTokens = 32;

class KvSequence;

// Engine-thread only.
class KvPool {
 public:
  // Room for `num_pages` pages; the memory is touched as pages are first used.
  KvPool(const DecoderConfig& config, int num_pages);

  int num_pages() const { return num_pages_; }
  int num_free() const { return static_cast<int>(free_.size()); }
  static size_t page_bytes(const DecoderConfig& config);  // all layers
  static int pages_for(int num_tokens) { return (num_tokens + kPageTokens - 1) / kPageTokens; }

  // Makes the sequence hold at least `num_tokens` tokens; false (and nothing taken) when too few
  // pages are free.
  bool try_reserve(KvSequence& sequence, int num_tokens);
  // Gives all pages back; the sequence is empty afterwards.
  void release(KvSequence& sequence);

  // Floats of one page in one layer.
  size_t layer_floats() const { return layer_floats_; }
  // One layer of one page, laid out as nn::PagedShape says.
  float* layer_of(int page, int layer) {
    return data_ + (static_cast<size_t>(page) * static_cast<size_t>(num_layers_) +
                    static_cast<size_t>(layer)) *
                       layer_floats_;
  }

 private:
  int num_pages_;
  int num_layers_;
  size_t layer_floats_;
  MemoryMap memory_;
  float* data_;
  std::vector<int32_t> free_;
};

// The pages of one sequence, in order. Give them back through KvPool::release before dropping it.
class KvSequence {
 public:
  std::span<const int32_t> pages() const { return pages_; }
  int capacity() const { return static_cast<int>(pages_.size()) * kPageTokens; }

 private:
  friend class KvPool;
  std::vector<int32_t> pages_;
};

}  // namespace mineru::model
