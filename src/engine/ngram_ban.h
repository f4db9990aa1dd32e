// No stretch of n tokens comes twice in a reply, as vLLM's no_repeat_ngram processor of MinerU has
// it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mineru::engine {

// Knows which tokens would complete an n-gram that was there before. A step costs a hash of the
// last n-1 tokens, kept up to date in constant time, and a comparison with each place of equal
// hash. Not thread-safe.
class NgramBan {
 public:
  explicit NgramBan(int n);  // 0 or less: bans nothing

  void add(int32_t token);
  // Ascending, until the next add().
  std::span<const int32_t> banned() const { return banned_; }

 private:
  struct Slot {
    uint64_t hash = 0;
    int32_t newest = -1;  // index of the token after the key; -1: empty
  };

  uint64_t hash_of(size_t begin, size_t end) const;
  Slot& slot_of(uint64_t hash);
  void record();
  void look_up();
  void grow();

  size_t n_;
  uint64_t power_ = 1;  // of the hash's base, n-1
  std::vector<int32_t> tokens_;
  std::vector<uint64_t> prefix_{0};  // [tokens + 1], hash of the first i tokens
  std::vector<Slot> slots_;          // open addressing; its size is a power of two
  size_t num_keys_ = 0;
  std::vector<int32_t> older_;  // [tokens], the place before with the same hash, or -1
  std::vector<int32_t> banned_;
};

}  // namespace mineru::engine
