#include "model/tokenizer_added.h"

#include <algorithm>

namespace mineru::model {

AddedTokenMatcher::AddedTokenMatcher(std::vector<std::pair<std::string, int32_t>> tokens)
    : tokens_(std::move(tokens)) {
  std::sort(tokens_.begin(), tokens_.end());
  for (const auto& [content, id] : tokens_) starts_[static_cast<unsigned char>(content[0])] = true;
}

std::optional<AddedTokenMatcher::Match> AddedTokenMatcher::find(std::string_view text,
                                                                size_t from) const {
  for (size_t pos = from; pos < text.size(); ++pos) {
    if (!starts_[static_cast<unsigned char>(text[pos])]) continue;
    if (const auto match = longest_at(text, pos)) return match;
  }
  return std::nullopt;
}

// Narrows the sorted contents byte by byte, as a walk down a trie.
std::optional<AddedTokenMatcher::Match> AddedTokenMatcher::longest_at(std::string_view text,
                                                                      size_t pos) const {
  std::optional<Match> best;
  auto first = tokens_.begin();
  auto last = tokens_.end();
  for (size_t depth = 0;; ++depth) {
    while (first != last && first->first.size() == depth) {
      best = {.begin = pos, .end = pos + depth, .id = first->second};
      ++first;
    }
    if (first == last || pos + depth == text.size()) return best;
    const auto byte_at = [depth](const auto& token) {
      return static_cast<unsigned char>(token.first[depth]);
    };
    const auto wanted = static_cast<unsigned char>(text[pos + depth]);
    first = std::partition_point(first, last, [&](const auto& t) { return byte_at(t) < wanted; });
    last = std::partition_point(first, last, [&](const auto& t) { return byte_at(t) == wanted; });
  }
}

}  // namespace mineru::model
