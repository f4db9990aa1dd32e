// Everything the geometric backend knows about a page before it starts to think.
#pragma once

#include <optional>
#include <vector>

#include "doc/flash/frame.h"
#include "doc/flash/text_line.h"
#include "doc/page.h"
#include "doc/pipeline.h"
#include "media/native_page.h"
#include "media/page_source.h"

namespace mineru::doc::flash {

// Text that runs in another direction than the page's, with a frame of its own.
struct TurnedText {
  Frame frame;
  std::vector<Segment> segments;  // in that frame
};

struct PageFacts {
  int rotation = 0;  // of the PDF page, see NativePage
  Frame frame;       // all below is in this upright frame, except `turned`
  std::vector<Segment> segments;
  std::vector<TurnedText> turned;
  std::vector<media::NativeRule> rules;
  std::vector<media::NativeGraphic> graphics;
  bool used_ocr = false;
  std::optional<Enhancement> enhancement;  // of the picture that OCR read
  std::vector<Diagnostic> diagnostics;
};

// Reads one page: the PDF's own text where it can be trusted, else OCR of the raster, turned
// upright first. Errors: those of PageSource; a failing OCR becomes a diagnostic when native text
// exists.
PageFacts read_page(media::PageSource& source, int page, const ParseOptions& options);

}  // namespace mineru::doc::flash
