// The pictures, rules, fills and drawings of a PDF page.
#pragma once

#include "media/wire.h"
#include "worker/pdf_document.h"

namespace mineru::worker {

// Fills rules and graphics of `out`, at most `max_items` of them together.
void read_graphics(const PdfPage& page, int max_items, media::NativePage& out);

}  // namespace mineru::worker
