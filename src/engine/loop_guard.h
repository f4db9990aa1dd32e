// Finds replies that run in circles.
//
// The rule is exact repetition, whatever the tokens are. Legitimate circles exist: an empty table
// of 20 columns and 30 rows is 30 copies of one row. They are told apart by the caller, who knows
// what it asks for, and not by the kind of token:
//  - The reference's no_repeat_ngram_size of 100 breaks every circle of period p after 100 + p
//    tokens, so the guard's defaults are out of reach beside it and matter to other requests only.
//  - Without that ban, requests for tables should pass a laxer guard: copies of 64 and min_tokens
//  of
//    2048 let any table pass that a page can hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/request.h"

namespace mineru::engine {

// Constant time a token: one comparison for each period. Not thread-safe.
class LoopDetector {
 public:
  static constexpr size_t kMaxPeriod = 512;

  explicit LoopDetector(const LoopGuard& guard);

  // Once the tail is a circle: how many of all tokens so far to keep, which is up to the end of the
  // first copy.
  std::optional<size_t> add(int32_t token);

 private:
  bool enabled_;
  // Tokens so far behind kMaxPeriod that equal none, so that every period has a token to look at.
  std::vector<int32_t> tokens_;
  // [kMaxPeriod], for period kMaxPeriod - i: how many last tokens equal the one a period before.
  std::vector<int32_t> matches_;
  std::vector<int32_t> enough_;  // matches that make a circle
};

}  // namespace mineru::engine
