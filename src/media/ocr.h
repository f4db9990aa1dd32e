// Optical character recognition: a picture in, words with boxes out.
#pragma once

#include <string>
#include <vector>

#include "media/geometry.h"
#include "media/image.h"

namespace mineru::media {

struct OcrWord {
  std::string text;       // UTF-8
  Box box;                // pixels of the picture given
  double confidence = 0;  // 0..1
  int line = 0;           // words with the same number stand on one line
  int paragraph = 0;      // the engine's own grouping, a hint only
  int block = 0;
};

struct OcrOptions {
  std::string languages = "eng";  // Tesseract's notation: "eng+chi_sim"
  int dpi = 200;                  // of the picture
};

struct Orientation {
  int rotate_cw_deg = 0;  // turn the picture clockwise by this (0/90/180/270) to make it upright
  double confidence = 0;  // Tesseract's own scale: above ~2 is trustworthy
  std::string script;     // "Latin", "Han", ...; empty: too little text to tell
};

// Seam with two implementations: the media worker's Tesseract, and scripted words in tests.
// Errors of both verbs: kUnsupported (language not installed), kDeadlineExceeded,
// kResourceExhausted, kInternal (worker died). Not thread-safe.
class OcrEngine {
 public:
  virtual ~OcrEngine() = default;
  virtual std::vector<OcrWord> recognize(const ImageView& image, const OcrOptions& options) = 0;
  virtual Orientation detect_orientation(const ImageView& image, int dpi) = 0;
};

}  // namespace mineru::media
