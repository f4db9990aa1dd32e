// Which picture, table, chart or code a caption or footnote belongs to.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "doc/vlm/region.h"

namespace mineru::doc::vlm {

// For every region the place of its body in `regions`; nothing for what is no caption or footnote,
// and for those that have no body near. A body is near when nothing but captions (for a footnote:
// and footnotes) comes between, in the order of the page or in its height. A footnote is not
// before its body.
std::vector<std::optional<size_t>> find_parents(const Regions& regions);

}  // namespace mineru::doc::vlm
