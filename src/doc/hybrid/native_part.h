// The part of a page's own text that a window shows.
#pragma once

#include <vector>

#include "doc/block.h"
#include "media/native_page.h"

namespace mineru::doc::hybrid {

// What has its middle in `window` (points), as a page of that size. Pure.
media::NativePage native_part(const media::NativePage& page, const Box& window);

// Lines of such a part, on the page.
void move_to_page(std::vector<Line>& lines, const Box& window);

}  // namespace mineru::doc::hybrid
