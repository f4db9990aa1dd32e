// What a PDF page says about itself without being looked at: characters, rules, pictures.
// All boxes in displayed page space (media/geometry.h). Plain values, filled by the media worker.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "media/geometry.h"

namespace mineru::media {

struct NativeFont {
  std::string name;  // PostScript name without the subset prefix, e.g. "NimbusRomNo9L-Medi"
  bool bold = false;
  bool italic = false;
  bool monospace = false;
  bool symbolic = false;
  bool embedded = true;  // in the PDF; otherwise one of this machine's stands in for it
};

struct NativeChar {
  char32_t code = 0;       // 0xFFFD when the font gives no Unicode value
  Box box;                 // ink
  Box cell;                // advance width x font height; what line building should use
  Point origin;            // on the baseline
  float size_pt = 0;       // font size as displayed, text matrix included
  uint16_t font = 0;       // index into NativePage::fonts
  int16_t angle_deg = 0;   // writing direction, clockwise as displayed: 0 = to the right, 0..359
  bool generated = false;  // a space or line end that PDFium inserted; has no ink
  bool unmapped = false;   // the font has no trustworthy Unicode value for it
  bool invisible = false;  // text rendering mode 3 (e.g. an OCR layer under a scan)
  bool undrawn = false;    // no font has a glyph for it: it is missing in the page's pixels
};

// A thin straight line, stroked or drawn as a thin filled box; dashes are joined by the consumer.
struct NativeRule {
  Box box;  // the line's ink: its short side is the thickness
  bool horizontal = true;
};

struct NativeGraphic {
  enum class Kind : uint8_t {
    kImage,    // a raster picture
    kFill,     // a filled box (background, table shading)
    kDrawing,  // any other path: curves, polygons, stroked boxes' outlines are also given as rules
    kShading,
  };
  Kind kind = Kind::kDrawing;
  Box box;  // clipped to the page
};

struct NativePage {
  PageSize size;
  // Clockwise degrees of the PDF's /Rotate: 0, 90, 180, 270. `size` and all boxes are after it.
  int rotation = 0;
  std::vector<NativeFont> fonts;
  std::vector<NativeChar> chars;  // in the PDF's own order
  std::vector<NativeRule> rules;
  std::vector<NativeGraphic> graphics;  // in painting order
  bool no_size = false;    // the PDF says that the page is empty: `size` is PDFium's guess
  bool truncated = false;  // the page has more objects than the limits allow; the rest is missing
};

}  // namespace mineru::media
