// Finds the text of added tokens.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mineru::model {

// Leftmost match first, the longest among those that start there. Immutable, thread-safe.
class AddedTokenMatcher {
 public:
  struct Match {
    size_t begin = 0;
    size_t end = 0;
    int32_t id = 0;
  };

  AddedTokenMatcher() = default;
  // Content and id; contents are not empty.
  explicit AddedTokenMatcher(std::vector<std::pair<std::string, int32_t>> tokens);

  std::optional<Match> find(std::string_view text, size_t from) const;

 private:
  std::optional<Match> longest_at(std::string_view text, size_t pos) const;

  std::vector<std::pair<std::string, int32_t>> tokens_;  // sorted by content
  std::array<bool, 256> starts_{};                       // some content starts with this byte
};

}  // namespace mineru::model
