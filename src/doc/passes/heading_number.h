// The number of a heading, and what it says of the heading's level.
#pragma once

#include <string_view>

namespace mineru::doc {

// "1 Introduction" is 1, "2.3.1 Data" is 3, "IV. Results" is 1, "A. Setup" and "A.3 Proofs" are 2;
// "第三章" and "一、" are 1, "（一）" is 2; at most 4; 0 without a number. Pure.
int numbering_depth(std::string_view heading);

}  // namespace mineru::doc
