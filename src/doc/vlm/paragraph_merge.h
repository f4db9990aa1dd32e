// Paragraphs and lists of references that go on: in the next column, in the next list, overleaf.
#pragma once

#include <cstddef>
#include <vector>

#include "doc/flow.h"

namespace mineru::doc::vlm {

// Joins text that the model calls a continuation to the text before it, where a column wraps; the
// later block stays as an empty shell (lines_deleted), as in the reference. Lists of references
// that follow each other become one.
void merge_paragraphs(std::vector<Block>& blocks);

// `pages.back()` is new: joins its lists of references to those before it, also over pages that are
// nothing but such a list. Returns the place of the first page that a list on the next page could
// still reach.
size_t join_reference_lists(std::vector<LaidPage>& pages);

}  // namespace mineru::doc::vlm
