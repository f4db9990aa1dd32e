// How alike two texts are, for tests that compare what was read with what is true.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "text/utf8.h"

namespace mineru::doc {

// Levenshtein distance in code points. O(n*m) time, O(m) memory: for texts of some thousand
// characters.
inline size_t edit_distance(std::u32string_view a, std::u32string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t k = 1; k <= b.size(); ++k) {
      const size_t replaced = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
      diagonal = row[k];
      row[k] = std::min({replaced, row[k] + 1, row[k - 1] + 1});
    }
  }
  return row.back();
}

// 1: equal, 0: nothing in common.
inline double similarity(std::string_view a, std::string_view b) {
  const std::u32string left = text::from_utf8(a);
  const std::u32string right = text::from_utf8(b);
  const size_t longer = std::max(left.size(), right.size());
  if (longer == 0) return 1;
  return 1 - static_cast<double>(edit_distance(left, right)) / static_cast<double>(longer);
}

// The texts around the first place where they part, for a failure message.
inline std::string first_difference(std::string_view expected, std::string_view actual) {
  const std::u32string a = text::from_utf8(expected);
  const std::u32string b = text::from_utf8(actual);
  size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  if (at == a.size() && at == b.size()) return "none";
  const size_t from = at < 30 ? 0 : at - 30;
  const auto around = [&](const std::u32string& codes) {
    return text::to_utf8(std::u32string_view(codes).substr(std::min(from, codes.size()), 80));
  };
  return "\n  true: " + around(a) + "\n  ours: " + around(b);
}

}  // namespace mineru::doc
