// Byte-pair encoding of one word at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mineru::model {

// Joins neighbouring tokens, the pair of lowest rank first and leftmost first among equals, until
// no pair has a rank. Immutable, thread-safe.
class BytePairEncoder {
 public:
  struct Merge {
    int32_t left = 0;
    int32_t right = 0;
    int32_t joined = 0;
  };

  BytePairEncoder() = default;
  // Id of each byte; merges in order of rank (a later one of the same pair replaces the earlier).
  BytePairEncoder(const std::array<int32_t, 256>& byte_ids, std::span<const Merge> merges);

  // Memory that calls may share, one thread at a time.
  class Scratch;

  // Appends the ids of `word`. Time is n log n in its length.
  void encode(std::string_view word, Scratch& scratch, std::vector<int32_t>& ids) const;

 private:
  struct Slot {
    uint64_t pair = kEmpty;
    int32_t rank = 0;
    int32_t joined = 0;
  };
  static constexpr uint64_t kEmpty = ~uint64_t{0};

  static uint64_t pair_of(int32_t left, int32_t right);
  size_t slot_index(uint64_t pair) const;
  const Slot* find(int32_t left, int32_t right) const;
  void offer(Scratch& scratch, int32_t left_symbol) const;

  std::array<int32_t, 256> byte_ids_{};
  std::vector<Slot> slots_;  // open addressing, a power of two, at most half full
  int hash_shift_ = 63;      // 64 - log2 of the number of slots
};

class BytePairEncoder::Scratch {
 private:
  friend class BytePairEncoder;
  // The tokens of the word so far: a list, so that joining two costs nothing.
  struct Symbol {
    int32_t id = 0;  // -1: joined to the one before
    int32_t previous = -1;
    int32_t next = -1;
  };
  struct Candidate {
    int32_t rank = 0;
    int32_t left = 0;  // symbol
    int32_t joined = 0;
    int32_t left_id = 0;
    int32_t right_id = 0;
  };
  std::vector<Symbol> symbols_;
  std::vector<Candidate> heap_;
};

}  // namespace mineru::model
