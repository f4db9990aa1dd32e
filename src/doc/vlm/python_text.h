// What Python means by white space, by its string methods and by \s and \d: the reference's passes
// depend on them. Any bytes are accepted; a byte that is not UTF-8 counts as one character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mineru::doc::vlm {

struct CodePoint {
  char32_t code = 0;
  size_t num_bytes = 0;  // 0 at the end of the text
};

// The character that starts at `pos`; U+FFFD with one byte where the bytes are no UTF-8.
CodePoint code_point_at(std::string_view text, size_t pos);

// str.isspace() and \s. Differs from text::is_space in U+001C..U+001F and U+200B.
bool is_python_space(char32_t code);

// Position of the first character at or after `pos` that is no white space.
size_t skip_python_space(std::string_view text, size_t pos);

std::string_view python_strip(std::string_view text);  // str.strip()

// str.replace(): leftmost first, without looking at what was put in.
std::string replace_all(std::string_view text, std::string_view what, std::string_view with);

// str.count(): occurrences that do not overlap.
size_t count_of(std::string_view text, std::string_view what);

}  // namespace mineru::doc::vlm
