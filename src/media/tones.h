// How light and how colourful pictures are, to tell a page that shows nothing from one that does.
#pragma once

#include <cstdint>

#include "media/image.h"

namespace mineru::media {

// Of all pictures added. A value.
struct PictureTones {
  int darkest = 255;  // of any channel
  int lightest = 0;
  int64_t pixels = 0;
  int64_t black = 0;     // pixels with no channel over 64
  int64_t coloured = 0;  // pixels whose channels differ by more than 48

  void add(const ImageView& image);

  // Nothing to be seen; noise of a few levels does not count.
  bool is_blank() const { return pixels > 0 && lightest - darkest <= 12; }
  bool is_mostly_black() const { return pixels > 0 && black > pixels / 5 * 4; }
  bool is_grey() const { return coloured <= pixels / 50; }
};

}  // namespace mineru::media
