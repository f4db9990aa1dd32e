// How well a picture can be read, from its pixels alone.
#pragma once

#include "media/image.h"

namespace mineru::media {

struct Clarity {
  // Of edges, 0..1: about 0.5 divided by the width (standard deviation, in pixels) of the blur.
  // Does not depend on contrast, nor on how much stands in the picture. 0: there are no edges.
  double sharpness = 0;
  double text_height = 0;  // pixels; of the usual letter. 0: nothing that looks like text
};

// Integer sums over all pixels: the same on every machine. Linear in pixels.
Clarity measure_clarity(const ImageView& image);

}  // namespace mineru::media
