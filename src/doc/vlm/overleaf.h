// What goes on from page to page: lists of references and tables.
#pragma once

#include <cstddef>
#include <vector>

#include "doc/flow.h"

namespace mineru::doc::vlm {

enum class Tables { kKeep, kMerge };

// `pages.back()` is new. Joins what can be joined by now, and returns how many pages at the front
// are final, because nothing that follows can change them.
size_t join_overleaf(std::vector<LaidPage>& pages, Tables tables);

// No page follows: all become final.
void finish_overleaf(std::vector<LaidPage>& pages, Tables tables);

}  // namespace mineru::doc::vlm
