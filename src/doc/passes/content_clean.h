// Removes the wrapping that a recogniser puts around the content of a block.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc {

// Code without its Markdown fence and the white space around it.
std::string clean_code(std::string_view code);

// "\[1, 2\]" on one line is a citation that looks like a formula: it becomes "[1, 2]". Only when
// every \[ has its \].
std::string clean_brackets(std::string_view text);

// A display formula without one leading \[ and one trailing \], white space removed.
std::string clean_formula(std::string_view latex);

}  // namespace mineru::doc
