// From OCR words to segments of lines.
#pragma once

#include <vector>

#include "doc/flash/text_line.h"
#include "media/ocr.h"

namespace mineru::doc::flash {

// `scale`: pixels per point of the picture that was read. Boxes come out in points of that picture.
// Words that are noise (no letter or digit, tiny, low confidence) are dropped.
std::vector<Segment> segments_of_words(const std::vector<media::OcrWord>& words, double scale);

}  // namespace mineru::doc::flash
