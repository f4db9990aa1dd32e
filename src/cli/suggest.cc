#include "cli/suggest.h"

#include <algorithm>
#include <vector>

namespace mineru::cli {

namespace {

// Edits (insert, remove, replace, swap neighbours) that turn one into the other.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> previous(b.size() + 1);
  std::vector<size_t> current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view typed, std::span<const std::string> names) {
  std::string best;
  // A third of the word may be wrong: more, and the suggestion is noise. Long input is not a typo.
  size_t best_distance = typed.size() > 64 ? 0 : std::max<size_t>(2, typed.size() / 3) + 1;
  for (const std::string& name : names) {
    const bool is_start = typed.size() >= 3 && name.starts_with(typed);
    const size_t distance = is_start ? 1 : edit_distance(typed, name);
    if (distance < best_distance && distance < name.size()) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

}  // namespace mineru::cli
