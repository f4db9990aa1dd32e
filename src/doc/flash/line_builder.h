// From a PDF's characters to segments of lines.
#pragma once

#include <vector>

#include "doc/flash/frame.h"
#include "doc/flash/text_line.h"
#include "media/native_page.h"

namespace mineru::doc::flash {

// Which of the page's characters count: those one can see, or a scan's hidden OCR layer.
enum class Layer { kVisible, kInvisible };

// Quarter turn that makes most of the page's characters upright (0, 90, 180, 270).
int dominant_rotation(const media::NativePage& page);

// Segments of the characters that are upright in `frame` (within 5 degrees), boxes in that frame,
// in the PDF's own order. Linear in the number of characters, but for one sort.
std::vector<Segment> build_segments(const media::NativePage& page, const Frame& frame, Layer layer);

}  // namespace mineru::doc::flash
