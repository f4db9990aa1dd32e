// Turning a page by quarter turns: between displayed page space and the upright frame in which text
// runs to the right. Pure functions.
#pragma once

#include "media/geometry.h"

namespace mineru::doc::flash {

// How the displayed page is turned, clockwise, to become upright; and the sizes on both sides.
struct Frame {
  media::PageSize page;  // as displayed
  int rotate_cw = 0;     // 0, 90, 180, 270

  media::PageSize size() const;  // of the upright page
  media::Box to_upright(const media::Box& displayed) const;
  media::Box to_displayed(const media::Box& upright) const;
  media::Point to_upright(const media::Point& displayed) const;
};

}  // namespace mineru::doc::flash
