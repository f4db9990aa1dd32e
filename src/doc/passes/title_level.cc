#include "doc/passes/title_level.h"

#include <algorithm>

namespace mineru::doc {

int title_level(std::optional<int> level) { return std::clamp(level.value_or(1), 0, 4); }

}  // namespace mineru::doc
