// Tells whether a line ends in the hyphen of a divided word.
#pragma once

#include <string_view>

namespace mineru::doc {

// An ASCII letter, then one of - U+00AD U+2010 U+2011 U+2043, then white space only.
bool ends_with_hyphen(std::string_view line);

// `line` up to its last character (the hyphen); `line` must have no white space at its end.
std::string_view without_last_character(std::string_view line);

}  // namespace mineru::doc
