// How the lines of a table cell become one text.
#pragma once

#include <string>
#include <vector>

#include "doc/flash/text_line.h"

namespace mineru::doc::flash {

// Lines joined as a paragraph: no space between CJK lines, a hyphen before a lower-case letter is
// dropped, '\n' between items (bullets, numbers) and before a line with a wide distance to the
// last.
std::string join_cell_lines(const std::vector<Segment>& lines);

// Whether `next` starts in lower case, or `line` ends in a way that asks for more.
bool reads_on(const std::string& line, const std::string& next);

bool is_cjk_text(const std::string& utf8);  // mostly
bool has_digit(const std::string& utf8);
// A number, percentage, dash or the like; no words.
bool is_value(const std::string& utf8);
// Dots that lead to a page number.
bool has_leader(const std::string& utf8);
// "Table 3", "Fig. 2", a caption's first words (English, Chinese).
bool starts_caption(const std::string& utf8);
// "Algorithm 1", a ruled float that is no table.
bool starts_algorithm(const std::string& utf8);

}  // namespace mineru::doc::flash
