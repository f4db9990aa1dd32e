// A page that is read in overlapping windows (doc/page_windows.h), put together again.
#pragma once

#include <functional>
#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/vlm/page_parser.h"
#include "media/geometry.h"

namespace mineru::doc::vlm {

// A block of a window, its box in parts of the page's sides.
ContentBlock on_page(ContentBlock block, const media::Box& window, const media::PageSize& page);

// Reads one window, in points: its layout and its regions, or with `regions` only those. All boxes
// in parts of the window's sides.
using ReadWindow =
    std::function<PageReading(const media::Box& window, const std::vector<ContentBlock>* regions)>;

// Blocks of the whole page, window by window, each once: what an edge cuts is taken from the window
// that shows it whole; what none shows whole is read once more from a picture of its own. Messages
// say which window they are about. Errors: those of `read`.
PageReading read_windows(const media::PageSize& page, const std::vector<media::Box>& windows,
                         const ReadWindow& read);

}  // namespace mineru::doc::vlm
