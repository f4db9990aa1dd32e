#include "worker/pdf_overlay.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace mineru::worker {

namespace {

constexpr unsigned kFillAlpha = 77;  // of 255: the text below stays readable
constexpr unsigned kOpaque = 255;
constexpr float kOutlineWidth = 1;
constexpr float kLabelSize = 8;
constexpr double kLabelGap = 2;        // points between the box and its label
constexpr double kLabelAdvance = 4.5;  // of a Helvetica digit at that size

}  // namespace

OverlayPainter::OverlayPainter(FPDF_DOCUMENT document)
    : document_(document), font_(pdfium().FPDFText_LoadStandardFont(document, "Helvetica")) {}

void OverlayPainter::paint(const media::wire::OverlaySheet& sheet, int index) {
  const PdfiumPage page(pdfium().FPDF_LoadPage(document_, index));
  if (!page || sheet.items.empty()) return;
  const PageSpace space(page.get());
  for (const media::wire::OverlayItem& item : sheet.items) add_box(page.get(), space, item);
  // After all boxes, so that none is drawn over a label.
  for (const media::wire::OverlayItem& item : sheet.items) {
    if (!item.label.empty()) add_label(page.get(), space, item);
  }
  pdfium().FPDFPage_GenerateContent(page.get());
}

void OverlayPainter::add_box(FPDF_PAGE page, const PageSpace& space,
                             const media::wire::OverlayItem& item) {
  const PdfiumApi& api = pdfium();
  const media::Point a = space.to_page(item.box.x0, item.box.y0);
  const media::Point b = space.to_page(item.box.x1, item.box.y1);
  PdfiumObject rect(api.FPDFPageObj_CreateNewRect(
      static_cast<float>(std::min(a.x, b.x)), static_cast<float>(std::min(a.y, b.y)),
      static_cast<float>(std::abs(b.x - a.x)), static_cast<float>(std::abs(b.y - a.y))));
  if (!rect) return;
  if (item.filled) {
    api.FPDFPageObj_SetFillColor(rect.get(), item.red, item.green, item.blue, kFillAlpha);
    api.FPDFPath_SetDrawMode(rect.get(), kFillWinding, 0);
  } else {
    api.FPDFPageObj_SetStrokeColor(rect.get(), item.red, item.green, item.blue, kOpaque);
    api.FPDFPageObj_SetStrokeWidth(rect.get(), kOutlineWidth);
    api.FPDFPath_SetDrawMode(rect.get(), kFillNone, 1);
  }
  insert(page, std::move(rect));
}

void OverlayPainter::add_label(FPDF_PAGE page, const PageSpace& space,
                               const media::wire::OverlayItem& item) {
  const PdfiumApi& api = pdfium();
  PdfiumObject text(api.FPDFPageObj_CreateTextObj(document_, font_.get(), kLabelSize));
  if (!text) return;
  std::vector<unsigned short> utf16;
  for (const char c : item.label) {
    utf16.push_back(static_cast<unsigned char>(c) < 0x80 ? static_cast<unsigned char>(c) : '?');
  }
  const double label_width = kLabelAdvance * static_cast<double>(utf16.size());
  utf16.push_back(0);
  api.FPDFText_SetText(text.get(), utf16.data());
  api.FPDFPageObj_SetFillColor(text.get(), item.red, item.green, item.blue, kOpaque);
  // Right of the corner; on the page's own edge a little inside.
  const double x = std::min(item.box.x1 + kLabelGap, space.size().width - label_width);
  const double y = item.box.y0 + static_cast<double>(kLabelSize);
  const media::Point origin = space.to_page(x, y);
  const media::Point right = space.to_page(x + 1, y);
  const media::Point up = space.to_page(x, y - 1);
  const FS_MATRIX matrix{
      static_cast<float>(right.x - origin.x), static_cast<float>(right.y - origin.y),
      static_cast<float>(up.x - origin.x),    static_cast<float>(up.y - origin.y),
      static_cast<float>(origin.x),           static_cast<float>(origin.y)};
  api.FPDFPageObj_SetMatrix(text.get(), &matrix);
  insert(page, std::move(text));
}

void OverlayPainter::insert(FPDF_PAGE page, PdfiumObject object) {
  if (pdfium().FPDFPage_InsertObject(page, object.get())) (void)object.release();
}

}  // namespace mineru::worker
