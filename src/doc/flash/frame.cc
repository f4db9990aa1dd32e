#include "doc/flash/frame.h"

namespace mineru::doc::flash {

using media::Box;
using media::PageSize;
using media::Point;

namespace {

// Turns a box clockwise on a page of the given size (before the turn).
Box turn(const Box& b, const PageSize& page, int cw) {
  switch (cw) {
    case 90: return {page.height - b.y1, b.x0, page.height - b.y0, b.x1};
    case 180: return {page.width - b.x1, page.height - b.y1, page.width - b.x0, page.height - b.y0};
    case 270: return {b.y0, page.width - b.x1, b.y1, page.width - b.x0};
    default: return b;
  }
}

}  // namespace

PageSize Frame::size() const {
  return rotate_cw % 180 == 0 ? page : PageSize{page.height, page.width};
}

Box Frame::to_upright(const Box& displayed) const { return turn(displayed, page, rotate_cw); }

Box Frame::to_displayed(const Box& upright) const {
  return turn(upright, size(), (360 - rotate_cw) % 360);
}

Point Frame::to_upright(const Point& p) const {
  const Box b = turn({p.x, p.y, p.x, p.y}, page, rotate_cw);
  return {b.x0, b.y0};
}

}  // namespace mineru::doc::flash
