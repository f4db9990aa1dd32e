// A page read by OCR: turned upright first, and window by window where it is tall.
#pragma once

#include <string>
#include <vector>

#include "doc/page_raster.h"
#include "media/ocr.h"

namespace mineru::doc::flash {

struct OcrPage {
  int rotate_cw = 0;                  // the page was turned by this to become upright
  double scale = 1;                   // units of the words' boxes per point
  std::vector<media::OcrWord> words;  // boxes on the upright page
};

// `languages` in Tesseract's notation. Errors: those of PageSource and OcrEngine.
OcrPage recognize_page(PageDrawing& drawing, media::OcrEngine& ocr, const std::string& languages);

// The words of one window, in points of the upright page.
struct WindowWords {
  media::Box window;
  std::vector<media::OcrWord> words;
};

// One page's words from those of overlapping windows that lie along one direction: what stands in
// an overlap counts once, and is taken from the window that shows more around it.
std::vector<media::OcrWord> merge_windows(std::vector<WindowWords> windows);

}  // namespace mineru::doc::flash
