// A tall or wide page as pieces with the shape of a usual one, because what reads pages looks at
// all of them at one size. Pure functions.
#pragma once

#include <vector>

#include "media/geometry.h"

namespace mineru::doc {

// In displayed points and in reading order: the page itself up to 3:1, beyond it windows along the
// long side. Neighbours overlap, so that what one window cuts is whole in the other. All windows
// have the same size, and lie on whole points where they begin.
std::vector<media::Box> page_windows(const media::PageSize& page);

}  // namespace mineru::doc
