#include "engine/loop_guard.h"

#include <gtest/gtest.h>

namespace mineru::engine {
namespace {

struct Verdict {
  size_t seen = 0;  // tokens until the detector spoke; 0: it did not
  size_t kept = 0;
  bool operator==(const Verdict&) const = default;
};

Verdict feed(const LoopGuard& guard, const std::vector<int32_t>& tokens) {
  LoopDetector detector(guard);
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (const auto kept = detector.add(tokens[i])) return {i + 1, *kept};
  }
  return {};
}

// `head` different tokens, then `count` tokens with this period.
std::vector<int32_t> circle(int head, int period, int count) {
  std::vector<int32_t> tokens;
  tokens.reserve(static_cast<size_t>(head) + static_cast<size_t>(count));
  for (int i = 0; i < head; ++i) tokens.push_back(1000 + i);
  for (int i = 0; i < count; ++i) tokens.push_back(i % period);
  return tokens;
}

TEST(LoopGuard, KeepsOneCopy) {
  // Both bounds are met at token 160: 160 copies of one token.
  EXPECT_EQ(feed({}, circle(10, 1, 1000)), (Verdict{170, 11}));
  // 8 copies of 20 tokens are 160.
  EXPECT_EQ(feed({}, circle(10, 20, 1000)), (Verdict{170, 30}));
  // 8 copies of 50 take 400.
  EXPECT_EQ(feed({}, circle(3, 50, 1000)), (Verdict{403, 53}));
  EXPECT_EQ(feed({}, circle(0, 512, 5000)), (Verdict{4096, 512}));
}

TEST(LoopGuard, LeavesShorterCirclesAlone) {
  EXPECT_EQ(feed({}, circle(10, 1, 159)), Verdict{});
  EXPECT_EQ(feed({}, circle(10, 50, 399)), Verdict{});
  EXPECT_EQ(feed({}, circle(0, 513, 9000)), Verdict{});  // beyond the longest period
  // A circle that is broken starts afresh.
  std::vector<int32_t> broken = circle(0, 7, 150);
  const std::vector<int32_t> rest = circle(1, 7, 150);
  broken.insert(broken.end(), rest.begin(), rest.end());
  EXPECT_EQ(feed({}, broken), Verdict{});
}

TEST(LoopGuard, EmptyTablesPassALaxerGuard) {
  // 30 rows of 20 empty cells and an end of row.
  std::vector<int32_t> table;
  for (int row = 0; row < 30; ++row) {
    table.insert(table.end(), 20, 5);
    table.push_back(6);
  }
  EXPECT_EQ(feed({}, table), (Verdict{168, 21}));
  EXPECT_EQ(feed({.copies = 64, .min_tokens = 2048}, table), Verdict{});
}

TEST(LoopGuard, OffIsOff) { EXPECT_EQ(feed({.enabled = false}, circle(0, 1, 5000)), Verdict{}); }

TEST(LoopGuard, OddSettingsStillMeanACircle) {
  EXPECT_EQ(feed({.copies = 0, .min_tokens = 0}, {1, 2, 3, 1, 2, 3}), (Verdict{6, 3}));
  EXPECT_EQ(feed({.copies = 2, .min_tokens = -5}, {1, 2, 2}), (Verdict{3, 2}));
  EXPECT_EQ(feed({.copies = 2000000000, .min_tokens = 0}, circle(0, 1, 5000)), Verdict{});
}

}  // namespace
}  // namespace mineru::engine
