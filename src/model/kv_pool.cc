#include "model/kv_pool.h"

#include "base/check.h"

namespace mineru::model {

namespace {

size_t floats_of_layer(const DecoderConfig& config) {
  return static_cast<size_t>(2) * static_cast<size_t>(config.num_kv_heads) *
         static_cast<size_t>(config.head_dim) * kPageTokens;
}

}  // namespace

size_t KvPool::page_bytes(const DecoderConfig& config) {
  return floats_of_layer(config) * static_cast<size_t>(config.num_layers) * sizeof(float);
}

KvPool::KvPool(const DecoderConfig& config, int num_pages)
    : num_pages_(num_pages),
      num_layers_(config.num_layers),
      layer_floats_(floats_of_layer(config)),
      memory_(MemoryMap::anonymous(page_bytes(config) * static_cast<size_t>(num_pages))),
      data_(reinterpret_cast<float*>(memory_.mutable_bytes().data())) {
  // Handed out from the back, so that low pages, already touched, are used again first.
  free_.reserve(static_cast<size_t>(num_pages));
  for (int page = num_pages; page-- > 0;) free_.push_back(page);
}

bool KvPool::try_reserve(KvSequence& sequence, int num_tokens) {
  const size_t wanted = static_cast<size_t>(pages_for(num_tokens));
  if (wanted <= sequence.pages_.size()) return true;
  if (wanted - sequence.pages_.size() > free_.size()) return false;
  while (sequence.pages_.size() < wanted) {
    sequence.pages_.push_back(free_.back());
    free_.pop_back();
  }
  return true;
}

void KvPool::release(KvSequence& sequence) {
  free_.insert(free_.end(), sequence.pages_.rbegin(), sequence.pages_.rend());
  sequence.pages_.clear();
  MINERU_CHECK(free_.size() <= static_cast<size_t>(num_pages_));
}

}  // namespace mineru::model
