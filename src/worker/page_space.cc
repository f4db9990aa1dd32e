#include "worker/page_space.h"

#include <algorithm>
#include <cmath>

namespace mineru::worker {

namespace {

// Far outside any page, and far inside what arithmetic on boxes can take.
double tame(double value) {
  constexpr double kFarAway = 1e6;
  return std::isfinite(value) ? std::clamp(value, -kFarAway, kFarAway) : 0;
}

}  // namespace

PageSpace::PageSpace(FPDF_PAGE page) {
  const PdfiumApi& api = pdfium();
  size_ = {tame(api.FPDF_GetPageWidthF(page)), tame(api.FPDF_GetPageHeightF(page))};
  quarter_turns_ = api.FPDFPage_GetRotation(page) & 3;
  if (!api.FPDF_GetPageBoundingBox(page, &bounds_)) {
    bounds_ = {0, static_cast<float>(size_.height), static_cast<float>(size_.width), 0};
  }
}

media::Point PageSpace::to_displayed(double x, double y) const {
  switch (quarter_turns_) {
    case 1: return {tame(y - bounds_.bottom), tame(x - bounds_.left)};
    case 2: return {tame(bounds_.right - x), tame(y - bounds_.bottom)};
    case 3: return {tame(bounds_.top - y), tame(bounds_.right - x)};
    default: return {tame(x - bounds_.left), tame(bounds_.top - y)};
  }
}

media::Box PageSpace::to_displayed(double left, double bottom, double right, double top) const {
  const media::Point a = to_displayed(left, bottom);
  const media::Point b = to_displayed(right, top);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

media::Point PageSpace::to_page(double x, double y) const {
  switch (quarter_turns_) {
    case 1: return {y + bounds_.left, x + bounds_.bottom};
    case 2: return {bounds_.right - x, y + bounds_.bottom};
    case 3: return {bounds_.right - y, bounds_.top - x};
    default: return {x + bounds_.left, bounds_.top - y};
  }
}

}  // namespace mineru::worker
