// Boxes and labels drawn over the pages of a PDF.
#pragma once

#include "media/wire.h"
#include "worker/page_space.h"
#include "worker/pdfium_api.h"

namespace mineru::worker {

// Changes the document. Only one page is loaded at a time, so memory stays flat however many there
// are. Must end before the document does. Not thread-safe.
class OverlayPainter {
 public:
  explicit OverlayPainter(FPDF_DOCUMENT document);

  // On the document's page `index`, whatever page the sheet names. A page that cannot be read stays
  // as it is.
  void paint(const media::wire::OverlaySheet& sheet, int index);

 private:
  void add_box(FPDF_PAGE page, const PageSpace& space, const media::wire::OverlayItem& item);
  void add_label(FPDF_PAGE page, const PageSpace& space, const media::wire::OverlayItem& item);
  void insert(FPDF_PAGE page, PdfiumObject object);

  FPDF_DOCUMENT document_;
  PdfiumFont font_;
};

}  // namespace mineru::worker
