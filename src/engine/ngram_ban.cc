#include "engine/ngram_ban.h"

#include <algorithm>

namespace mineru::engine {

namespace {

constexpr uint64_t kBase = 0x9E3779B97F4A7C15U;  // odd, its bits well mixed
constexpr size_t kFirstSlots = 64;

}  // namespace

NgramBan::NgramBan(int n) : n_(n > 0 ? static_cast<size_t>(n) : 0) {
  for (size_t i = 1; i < n_; ++i) power_ *= kBase;
  if (n_ > 0) slots_.resize(kFirstSlots);
}

void NgramBan::add(int32_t token) {
  if (n_ == 0) return;
  tokens_.push_back(token);
  prefix_.push_back(prefix_.back() * kBase + static_cast<uint64_t>(token) + 1);
  older_.push_back(-1);
  banned_.clear();
  if (tokens_.size() < n_) return;
  record();
  look_up();
}

// Only for stretches of n-1 tokens.
uint64_t NgramBan::hash_of(size_t begin, size_t end) const {
  return prefix_[end] - prefix_[begin] * power_;
}

NgramBan::Slot& NgramBan::slot_of(uint64_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t index = static_cast<size_t>(hash ^ (hash >> 32U)) & mask;
  while (slots_[index].newest >= 0 && slots_[index].hash != hash) index = (index + 1) & mask;
  return slots_[index];
}

// The last n tokens: n-1 as the key, one as the value.
void NgramBan::record() {
  if ((num_keys_ + 1) * 2 > slots_.size()) grow();
  const size_t value = tokens_.size() - 1;
  const uint64_t hash = hash_of(value - (n_ - 1), value);
  Slot& slot = slot_of(hash);
  if (slot.newest < 0) ++num_keys_;
  slot.hash = hash;
  older_[value] = slot.newest;
  slot.newest = static_cast<int32_t>(value);
}

void NgramBan::look_up() {
  const auto key_tokens = static_cast<std::ptrdiff_t>(n_ - 1);
  const size_t begin = tokens_.size() - (n_ - 1);
  int32_t place = slot_of(hash_of(begin, tokens_.size())).newest;
  for (; place >= 0; place = older_[static_cast<size_t>(place)]) {
    // Equal hashes are a hint, equal tokens are the proof.
    if (std::equal(tokens_.end() - key_tokens, tokens_.end(),
                   tokens_.begin() + place - key_tokens)) {
      banned_.push_back(tokens_[static_cast<size_t>(place)]);
    }
  }
  std::sort(banned_.begin(), banned_.end());
  banned_.erase(std::unique(banned_.begin(), banned_.end()), banned_.end());
}

void NgramBan::grow() {
  std::vector<Slot> before(slots_.size() * 2);
  before.swap(slots_);
  for (const Slot& slot : before) {
    if (slot.newest >= 0) slot_of(slot.hash) = slot;
  }
}

}  // namespace mineru::engine
