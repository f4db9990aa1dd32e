// The PDF's own text of the regions that the model found on a page. Pure.
#pragma once

#include <vector>

#include "doc/block.h"
#include "doc/flash/text_line.h"
#include "doc/vlm/content_block.h"
#include "doc/writers/document_writer.h"
#include "media/native_page.h"

namespace mineru::doc::hybrid {

struct NativeRegion {
  Box box;                      // of the region
  std::vector<Line> lines;      // displayed page space, from first to last
  std::vector<Box> words;       // likewise
  std::vector<unsigned> faces;  // [words], see flash::Word
  int chars = 0;
  int odd_chars = 0;  // without a meaning: unmapped, private use, control characters
  int longest_odd_run = 0;
  int undrawn_chars = 0;  // of which no font has a glyph: nobody can see them
  int math_chars = 0;
  bool stacked = false;        // characters below each other: vertical writing
  bool needs_reading = false;  // the reference would: hardly any text for the place it takes
};

// Bullets of symbol fonts get their Unicode value, and so do a few symbols of publishers' fonts.
void repair_codes(media::NativePage& page);

// One a block, in their order. A word belongs to the smallest block that its middle lies in; lists
// and pictures of pictures are no such block. kReference: lines as the reference puts their text
// together.
std::vector<NativeRegion> native_regions(const media::NativePage& page,
                                         const std::vector<vlm::ContentBlock>& blocks,
                                         Compat compat);

// The lines as one text with line ends.
std::string text_of_lines(const std::vector<Line>& lines);

}  // namespace mineru::doc::hybrid
