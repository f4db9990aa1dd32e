#include "engine/loop_guard.h"

#include <algorithm>

namespace mineru::engine {

namespace {

constexpr int kMaxCopies = 1 << 20;  // keeps the products below in range

}  // namespace

LoopDetector::LoopDetector(const LoopGuard& guard) : enabled_(guard.enabled) {
  if (!enabled_) return;
  tokens_.assign(kMaxPeriod, -1);
  matches_.assign(kMaxPeriod, 0);
  enough_.resize(kMaxPeriod);
  const int copies = std::clamp(guard.copies, 2, kMaxCopies);
  for (size_t i = 0; i < kMaxPeriod; ++i) {
    const auto period = static_cast<int32_t>(kMaxPeriod - i);
    // The first copy matches nothing before it.
    enough_[i] = std::max((copies - 1) * period, guard.min_tokens - period);
  }
}

std::optional<size_t> LoopDetector::add(int32_t token) {
  if (!enabled_) return std::nullopt;
  const int32_t* const before = tokens_.data() + (tokens_.size() - kMaxPeriod);
  int32_t* const matches = matches_.data();
  const int32_t* const enough = enough_.data();
  int32_t found = 0;
  for (size_t i = 0; i < kMaxPeriod; ++i) {
    matches[i] = before[i] == token ? matches[i] + 1 : 0;
    found |= static_cast<int32_t>(matches[i] >= enough[i]);
  }
  tokens_.push_back(token);
  if (found == 0) return std::nullopt;
  // The shortest period: its copy is not itself a circle.
  size_t i = kMaxPeriod;
  while (matches[i - 1] < enough[i - 1]) --i;
  return tokens_.size() - kMaxPeriod - static_cast<size_t>(matches[i - 1]);
}

}  // namespace mineru::engine
