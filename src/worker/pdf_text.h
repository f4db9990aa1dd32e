// The text of a PDF page, character by character.
#pragma once

#include "media/wire.h"
#include "worker/pdf_document.h"

namespace mineru::worker {

// Fills fonts and chars of `out`, at most `max_chars` of them.
void read_text(const PdfPage& page, int max_chars, media::NativePage& out);

}  // namespace mineru::worker
