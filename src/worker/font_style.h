// Whether a font is bold, italic or monospaced, from what the PDF says and from its name.
#pragma once

#include "media/wire.h"
#include "worker/pdfium_api.h"

namespace mineru::worker {

media::NativeFont describe_font(FPDF_FONT font);

}  // namespace mineru::worker
