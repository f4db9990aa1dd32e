// From a PDF page's own coordinates (y up, unrotated, any origin) to the page as displayed.
#pragma once

#include "media/wire.h"
#include "worker/pdfium_api.h"

namespace mineru::worker {

// Of one page. Results are finite and within a few page sizes, whatever the PDF says. Immutable.
class PageSpace {
 public:
  PageSpace() = default;
  explicit PageSpace(FPDF_PAGE page);

  media::PageSize size() const { return size_; }
  media::Box page_box() const { return {0, 0, size_.width, size_.height}; }

  media::Point to_displayed(double x, double y) const;
  media::Box to_displayed(double left, double bottom, double right, double top) const;
  // Back again; for drawing over a page.
  media::Point to_page(double x, double y) const;

  // Clockwise quarter turns between the page's own space and the display, 0..3.
  int quarter_turns() const { return quarter_turns_; }

 private:
  media::PageSize size_;
  FS_RECTF bounds_;
  int quarter_turns_ = 0;
};

}  // namespace mineru::worker
