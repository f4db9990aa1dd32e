// Canonical composition as `tokenizers` does it.
#pragma once

#include <string>
#include <string_view>

namespace mineru::model {

// NFC of UTF-8 text. Marks that are younger than the tables of `tokenizers` (Unicode 9) stay where
// they are, as there. Time is n log n even for endless runs of marks.
std::string to_nfc(std::string_view text);

}  // namespace mineru::model
