#include "doc/vlm/equation_big.h"

#include <array>
#include <cstddef>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::array<std::string_view, 16> kSizes = {
    "big", "bigr", "bigm", "bigl", "bigg", "biggr", "biggm", "biggl",
    "Big", "Bigr", "Bigm", "Bigl", "Bigg", "Biggr", "Biggm", "Biggl",
};

struct Delimiter {
  std::string_view braced;
  std::string_view bare;
  bool unknown_to_biggm = false;     // the reference forgets \Biggm
  bool spoilt_by_reference = false;  // the reference writes \[ after four of the sizes
};

constexpr std::array<Delimiter, 10> kDelimiters = {{
    {"{(}", "("},
    {"{)}", ")"},
    {"{\\{}", "\\{", true},
    {"{\\}}", "\\}", true},
    {"{|}", "|"},
    {"{\\|}", "\\|"},
    {"{[}", "[", false, true},
    {"{]}", "]", false, true},
    {"{\\langle}", "\\langle ", true},
    {"{\\rangle}", "\\rangle ", true},
}};

std::string_view size_at(std::string_view text) {
  const size_t length = std::min(text.find_first_of(" {"), text.size());
  for (const std::string_view size : kSizes) {
    if (size == text.substr(0, length)) return size;
  }
  return "";
}

// Appends the repaired form of what starts at `text`, which follows a backslash. Returns how many
// bytes of `text` that was; 0 when it is nothing to repair.
size_t repair_at(std::string_view text, Compat compat, std::string& out) {
  const std::string_view size = size_at(text.substr(0, 6));
  if (size.empty()) return 0;
  size_t length = size.size();
  if (text.substr(length).starts_with(' ')) ++length;
  for (const Delimiter& delimiter : kDelimiters) {
    if (!text.substr(length).starts_with(delimiter.braced)) continue;
    const bool reference = compat == Compat::kReference;
    if (reference && delimiter.unknown_to_biggm && size == "Biggm") return 0;
    const bool spoilt = reference && delimiter.spoilt_by_reference &&
                        (size.ends_with("iggm") || size.ends_with("iggl"));
    out += size;
    if (spoilt) out += '\\';
    out += delimiter.bare;
    return length + delimiter.braced.size();
  }
  return 0;
}

}  // namespace

std::string unbrace_big_delimiters(std::string_view latex, Compat compat) {
  std::string out;
  out.reserve(latex.size());
  for (size_t pos = 0; pos < latex.size();) {
    out += latex[pos];
    if (latex[pos++] == '\\') pos += repair_at(latex.substr(pos), compat, out);
  }
  return replace_all(out, "\\bigtimes", "\\times");
}

}  // namespace mineru::doc::vlm
