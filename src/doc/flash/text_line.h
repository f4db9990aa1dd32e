// Text of a page as the geometric backend sees it: words on segments of lines, whether they come
// from the PDF's characters or from OCR. Boxes in points; the frame is upright (text runs to the
// right), see PageFacts. Plain values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "media/geometry.h"

namespace mineru::doc::flash {

using media::Box;

enum class Script : unsigned char { kNormal, kSuper, kSub };

// Characters without a gap between them and of one style. In CJK text a word is a run of
// characters.
struct Word {
  std::string text;  // UTF-8, NFC, no white space
  Box box;           // advance width x font height
  double baseline = 0;
  double size = 0;  // font size, points
  bool bold = false;
  bool italic = false;
  bool monospace = false;
  bool math = false;  // a mathematical font or symbol
  unsigned face = 0;  // the same for words of one font; 0 = unknown (OCR)
  Script script = Script::kNormal;
  bool space_before = false;  // white space between this word and the one before it
  double confidence = 1;      // OCR's, 0..1
};

// Words on one baseline without a wide gap between them; a line of a paragraph, or a part of one.
struct Segment {
  std::vector<Word> words;  // from left to right, never empty
  Box box;
  double baseline = 0;  // of the main text
  double size = 0;      // font size of most of its characters

  // Words joined; white space where space_before. Super- and subscripts as <sup>..</sup>,
  // <sub>..</sub>.
  std::string text() const;
  // The same without the script tags.
  std::string plain_text() const;
  // Number of code points, white space not counted.
  int num_chars() const;
};

// Box, baseline and size from the words.
void update_extent(Segment& segment);

}  // namespace mineru::doc::flash
