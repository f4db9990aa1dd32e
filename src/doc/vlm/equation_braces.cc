#include "doc/vlm/equation_braces.h"

#include <cstddef>
#include <vector>

namespace mineru::doc::vlm {

std::string drop_unbalanced_braces(std::string_view latex) {
  std::string out;
  out.reserve(latex.size());
  std::vector<size_t> open;  // positions in `out`
  bool escaped = false;
  for (const char c : latex) {
    const bool is_brace = !escaped && (c == '{' || c == '}');
    escaped = c == '\\' && !escaped;
    if (is_brace && c == '{') open.push_back(out.size());
    if (is_brace && c == '}') {
      if (open.empty()) continue;
      open.pop_back();
    }
    out += c;
  }
  if (open.empty()) return out;
  std::string kept;
  kept.reserve(out.size());
  size_t next_open = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    if (next_open < open.size() && open[next_open] == i) {
      ++next_open;
    } else {
      kept += out[i];
    }
  }
  return kept;
}

}  // namespace mineru::doc::vlm
