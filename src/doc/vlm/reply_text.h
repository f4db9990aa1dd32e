// Lines and letters of the model's replies, as the reference (Python) takes them. Views into the
// text that was passed in. Pure functions, thread-safe; any bytes are welcome.
#pragma once

#include <stddef.h>

#include <string>
#include <string_view>
#include <vector>

namespace mineru::doc::vlm {

// str.splitlines(): lines without their ends; a line end at the end opens no further line.
std::vector<std::string_view> split_lines(std::string_view text);

// Every run of white space as one blank.
std::string collapse_spaces(std::string_view text);

// ASCII only: other letters stay as they are.
std::string to_lower_ascii(std::string_view text);
bool is_ascii_alnum(char c);
bool is_ascii_alpha(char c);
bool is_ascii_digit(char c);

// repr(str) of printable text.
std::string quote_like_python(std::string_view text);

// Code points, in which the reference measures text.
size_t count_codes(std::string_view text);
std::string_view first_codes(std::string_view text, size_t count);

}  // namespace mineru::doc::vlm
