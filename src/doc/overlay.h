// Colours of the layout picture: what the engine saw where.
#pragma once

#include "doc/page.h"
#include "media/page_source.h"

namespace mineru::doc {

// Boxes of all blocks in reading order, numbered, coloured by kind as in the reference.
media::OverlayPage overlay_of(const Page& page);

}  // namespace mineru::doc
