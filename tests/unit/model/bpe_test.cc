#include "model/bpe.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mineru::model {
namespace {

using Merge = BytePairEncoder::Merge;

// Every byte is its own id; joined tokens start at 256.
BytePairEncoder make_encoder(const std::vector<Merge>& merges) {
  std::array<int32_t, 256> bytes{};
  std::iota(bytes.begin(), bytes.end(), 0);
  return {bytes, merges};
}

std::vector<int32_t> encode(const BytePairEncoder& encoder, std::string_view word) {
  BytePairEncoder::Scratch scratch;
  std::vector<int32_t> ids;
  encoder.encode(word, scratch, ids);
  return ids;
}

using Ids = std::vector<int32_t>;

TEST(BytePairEncoder, LowestRankIsJoinedFirst) {
  const auto encoder = make_encoder({{'b', 'c', 256}, {'a', 'b', 257}, {257, 'c', 258}});
  EXPECT_EQ(encode(encoder, "abc"), (Ids{'a', 256}));
  EXPECT_EQ(encode(encoder, "ab"), (Ids{257}));
  EXPECT_EQ(encode(encoder, "abxbc"), (Ids{257, 'x', 256}));
}

TEST(BytePairEncoder, LeftmostOfEqualsIsJoinedFirst) {
  const auto encoder = make_encoder({{'a', 'a', 256}, {256, 256, 257}, {256, 'a', 258}});
  EXPECT_EQ(encode(encoder, "aaa"), (Ids{258}));
  EXPECT_EQ(encode(encoder, "aaaa"), (Ids{257}));
  EXPECT_EQ(encode(encoder, "aaaaa"), (Ids{257, 'a'}));
  EXPECT_EQ(encode(encoder, "aaaaaaa"), (Ids{257, 258}));
}

TEST(BytePairEncoder, WithoutMergesBytesStay) {
  EXPECT_EQ(encode(make_encoder({}), "\xff z"), (Ids{255, ' ', 'z'}));
  EXPECT_EQ(encode(make_encoder({}), ""), Ids{});
}

TEST(BytePairEncoder, LaterMergeOfTheSamePairReplacesTheEarlier) {
  const auto encoder = make_encoder({{'a', 'b', 256}, {'b', 'c', 257}, {'a', 'b', 258}});
  EXPECT_EQ(encode(encoder, "abc"), (Ids{'a', 257}));
  EXPECT_EQ(encode(encoder, "ab"), (Ids{258}));
}

// The definition, word by word: find the best pair, join it, again.
Ids encode_naively(const std::vector<Merge>& merges, std::string_view word) {
  Ids ids;
  for (const char c : word) ids.push_back(static_cast<unsigned char>(c));
  for (;;) {
    std::optional<size_t> best_rank;
    size_t best_at = 0;
    for (size_t i = 0; i + 1 < ids.size(); ++i) {
      for (size_t rank = 0; rank < best_rank.value_or(merges.size()); ++rank) {
        if (merges[rank].left != ids[i] || merges[rank].right != ids[i + 1]) continue;
        best_rank = rank;
        best_at = i;
      }
    }
    if (!best_rank) return ids;
    ids[best_at] = merges[*best_rank].joined;
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(best_at) + 1);
  }
}

TEST(BytePairEncoder, EqualsTheDefinitionOnRandomWords) {
  uint64_t state = 1;
  const auto below = [&state](size_t limit) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33U) % limit;
  };
  for (int round = 0; round < 50; ++round) {
    std::vector<Merge> merges;
    std::vector<int32_t> tokens = {'a', 'b', 'c'};
    for (int32_t id = 256; id < 256 + 20; ++id) {
      const Merge merge{tokens[below(tokens.size())], tokens[below(tokens.size())], id};
      const bool is_new = std::none_of(merges.begin(), merges.end(), [&](const Merge& other) {
        return other.left == merge.left && other.right == merge.right;
      });
      if (!is_new) continue;
      merges.push_back(merge);
      tokens.push_back(id);
    }
    const auto encoder = make_encoder(merges);
    for (int i = 0; i < 20; ++i) {
      std::string word;
      for (size_t length = below(40); length > 0; --length) {
        word += static_cast<char>('a' + below(3));
      }
      ASSERT_EQ(encode(encoder, word), encode_naively(merges, word)) << round << ": " << word;
    }
  }
}

}  // namespace
}  // namespace mineru::model
