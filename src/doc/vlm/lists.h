// Puts the items of lists into their lists.
#pragma once

#include "doc/vlm/region.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// Text and references that lie in a list become its items; lists without items go. Items stand in
// the order of the page, with kReference all text before all references.
void fill_lists(Regions& regions, Compat compat);

}  // namespace mineru::doc::vlm
