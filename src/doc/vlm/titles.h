// Levels of the titles that the layout found. Pure.
#pragma once

#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/vlm/region.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

enum class PageKind { kFirst, kLater };
// `place`: zero-based among the pages that were asked for.
inline PageKind kind_of(int place) { return place == 0 ? PageKind::kFirst : PageKind::kLater; }

// The document's title is 1: what the model calls so, or on the first page the one in clearly the
// largest type. Other titles are 2; kProduct: deeper by their numbers. `content`: what `regions`
// were made of.
void set_title_levels(Regions& regions, const std::vector<ContentBlock>& content, PageKind kind,
                      Compat compat);

}  // namespace mineru::doc::vlm
