#include "doc/vlm/equation_subscript.h"

#include <cstddef>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr size_t kNone = std::string_view::npos;

// End of the "_{...}" that starts at `pos`, kNone if there is none. Every brace level deeper than
// two ends the scan, so that all scans together stay linear.
size_t subscript_end(std::string_view latex, size_t pos) {
  if (pos >= latex.size() || latex[pos] != '_') return kNone;
  pos = skip_python_space(latex, pos + 1);
  if (pos >= latex.size() || latex[pos] != '{') return kNone;
  int depth = 0;
  for (; pos < latex.size(); ++pos) {
    if (latex[pos] == '{' && ++depth > 2) return kNone;
    if (latex[pos] == '}' && --depth == 0) return pos + 1;
  }
  return kNone;
}

}  // namespace

std::string repair_double_subscripts(std::string_view latex, Compat compat) {
  std::string out;
  out.reserve(latex.size());
  size_t copied = 0;
  size_t pos = latex.find('_');
  while (pos != kNone) {
    const size_t first_end = subscript_end(latex, pos);
    const size_t second = first_end == kNone ? kNone : skip_python_space(latex, first_end);
    const size_t second_end = second == kNone ? kNone : subscript_end(latex, second);
    if (second_end == kNone) {
      pos = latex.find('_', pos + 1);
      continue;
    }
    if (compat == Compat::kReference) {
      out += latex.substr(copied, pos - copied);
      copied = second_end;
      pos = latex.find('_', second_end);
    } else {
      out += latex.substr(copied, first_end - copied);
      out += "{}";
      copied = first_end;
      pos = second;
    }
  }
  out += latex.substr(copied);
  return out;
}

}  // namespace mineru::doc::vlm
