// Walks over the bracketed parts of a text, such as \(...\).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mineru::doc::vlm {

struct Brackets {
  std::string_view open;
  std::string_view close;
  size_t min_inner = 0;  // fewest bytes between them
};

// Copies `text`, with append(inner, out) writing what replaces each bracketed part, brackets
// included. A part ends at the first closing bracket; parts do not overlap.
template <class Append>
std::string replace_bracketed(std::string_view text, const Brackets& brackets, Append append) {
  std::string out;
  out.reserve(text.size());
  size_t copied = 0;
  while (true) {
    const size_t open = text.find(brackets.open, copied);
    if (open == std::string_view::npos) break;
    const size_t inner = open + brackets.open.size();
    const size_t close = text.find(brackets.close, inner + brackets.min_inner);
    if (close == std::string_view::npos) break;
    out += text.substr(copied, open - copied);
    append(text.substr(inner, close - inner), out);
    copied = close + brackets.close.size();
  }
  out += text.substr(copied);
  return out;
}

}  // namespace mineru::doc::vlm
