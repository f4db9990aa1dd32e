// Which pages a user asked for.
#pragma once

#include <vector>

#include "doc/pipeline.h"

namespace mineru::doc {

// Zero-based pages, ascending, without repeats; no ranges: all. Ranges are clamped to the document;
// if nothing is left: kInvalidArgument, saying how many pages there are.
std::vector<int> select_pages(const std::vector<PageRange>& ranges, int page_count);

// Up to `most` places in 0..count-1 to learn about a document from: runs of neighbours at its
// beginning, middle and end, so that what differs on left and right pages is seen.
std::vector<int> sample_places(int count, int most);

}  // namespace mineru::doc
