// Full-width letters and digits become ASCII.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc {

// U+FF10..FF19, FF21..FF3A, FF41..FF5A; punctuation and the ideographic space stay.
std::string narrow_alphanumerics(std::string_view text);

// Full-width characters, punctuation included (U+FF01..U+FF5E), as ASCII.
std::string narrow_full_width(std::string_view text);

}  // namespace mineru::doc
