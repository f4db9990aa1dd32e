#include "engine/ngram_ban.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mineru::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<int32_t> banned_after(int n, const std::vector<int32_t>& tokens) {
  NgramBan ban(n);
  for (const int32_t token : tokens) ban.add(token);
  return {ban.banned().begin(), ban.banned().end()};
}

TEST(NgramBan, BansEveryContinuationThatWasThere) {
  EXPECT_THAT(banned_after(2, {7, 1, 7, 5, 7}), ElementsAre(1, 5));
  EXPECT_THAT(banned_after(2, {7, 1, 7, 5, 7, 9}), IsEmpty());
  EXPECT_THAT(banned_after(3, {1, 2, 3, 1, 2}), ElementsAre(3));
  EXPECT_THAT(banned_after(3, {2, 1, 3, 1, 2}), IsEmpty());
  EXPECT_THAT(banned_after(1, {4, 2, 9}), ElementsAre(2, 4, 9));
  EXPECT_THAT(banned_after(0, {4, 4, 4}), IsEmpty());
  EXPECT_THAT(banned_after(-1, {4, 4, 4}), IsEmpty());
}

TEST(NgramBan, NothingBeforeNTokensWereThere) {
  EXPECT_THAT(banned_after(4, {1, 1, 1}), IsEmpty());
  EXPECT_THAT(banned_after(4, {1, 1, 1, 1}), ElementsAre(1));
}

// The rule as the reference keeps it: a map from n-1 tokens to all that followed them.
TEST(NgramBan, EqualsTheMapOfTheReference) {
  for (const int n : {1, 2, 3, 10, 100}) {
    NgramBan ban(n);
    std::map<std::vector<int32_t>, std::set<int32_t>> followers;
    std::vector<int32_t> tokens;
    uint32_t state = 99;
    for (int step = 0; step < 3000; ++step) {
      state = state * 1664525U + 1013904223U;
      // Mostly a circle of 37, so that long keys come again.
      const bool stray = (state >> 24U) < 3;
      const auto token = stray ? static_cast<int32_t>(state >> 28U) : step % 37;
      tokens.push_back(token);
      ban.add(token);
      std::vector<int32_t> expected;
      const auto size = static_cast<std::ptrdiff_t>(n);
      if (std::ssize(tokens) >= size) {
        followers[{tokens.end() - size, tokens.end() - 1}].insert(token);
        const auto& found = followers[{tokens.end() - (size - 1), tokens.end()}];
        expected.assign(found.begin(), found.end());
      }
      ASSERT_EQ(std::vector<int32_t>(ban.banned().begin(), ban.banned().end()), expected)
          << n << ":" << step;
    }
  }
}

}  // namespace
}  // namespace mineru::engine
