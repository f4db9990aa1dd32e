// Is a page's native text worth reading?
#pragma once

#include <string>

#include "media/native_page.h"

namespace mineru::doc::flash {

struct TextTrust {
  bool visible_usable = false;  // characters one sees
  bool hidden_usable = false;   // an invisible OCR layer under a scan
  bool wants_ocr = false;       // there is something to read that the text does not give
  std::string reason;           // why not, for a diagnostic; empty when the text is usable
};

// The signs are those of the reference's PDF classifier (MinerU spec 6.3), applied page by page.
TextTrust judge_native_text(const media::NativePage& page);

}  // namespace mineru::doc::flash
