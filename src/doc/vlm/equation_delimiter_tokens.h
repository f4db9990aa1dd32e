// \left and \right with their delimiters, as tokens of a formula. Pure functions, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace mineru::doc::vlm {

enum class Side { kLeft, kRight };

// One that can have a partner.
struct DelimiterToken {
  Side side = Side::kLeft;
  int pair = 0;  // same number: partners
};

// The token that is exactly `piece`.
std::optional<DelimiterToken> delimiter_token(std::string_view piece);

bool are_partners(const DelimiterToken& left, const DelimiterToken& right);

// How many \left with a delimiter there are, and how many \right. As in the reference, \right takes
// any character for a delimiter: \rightarrow is one.
size_t count_left(std::string_view latex);
size_t count_right(std::string_view latex);

// The formula cut before and after each token that count_left and count_right see; pieces of white
// space only are left out.
std::vector<std::string_view> split_at_delimiters(std::string_view latex);

}  // namespace mineru::doc::vlm
