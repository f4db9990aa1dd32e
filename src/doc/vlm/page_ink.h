// Whether there is anything to read on a picture.
#pragma once

#include "media/image.h"

namespace mineru::doc::vlm {

// Marks that stand out from what most of the picture looks like. Not so: a white page, a black one,
// a few specks of dust. Pure; time linear in the pixels.
bool has_ink(const media::ImageView& picture);

}  // namespace mineru::doc::vlm
