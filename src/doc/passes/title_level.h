// Brings heading levels into the range that the output knows.
#pragma once

#include <optional>

namespace mineru::doc {

// 1..4 are headings; deeper ones become 4, anything below 1 becomes 0 (no heading after all). A
// recogniser without levels (nullopt) means 1.
int title_level(std::optional<int> level);

}  // namespace mineru::doc
