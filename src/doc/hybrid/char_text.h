// From single characters of a PDF to the text of a line, as the reference does it. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "media/geometry.h"

namespace mineru::doc::hybrid {

using media::Box;

struct PlacedChar {
  char32_t code = 0;
  Box box;
  double rotation_deg = 0;
  int place = 0;  // in the PDF's own order
};

// In the PDF's order, a blank where a gap is wide; ligatures taken apart. What is raised or lowered
// is marked <sup>..</sup>, <sub>..</sub>; a full stop whose box is its ink counts as lowered.
std::string text_of_chars(std::vector<PlacedChar> chars);

struct FilledBox {
  Box box;
  std::string text;
  bool needs_reading = false;  // the text is hardly any, or in codes that mean nothing
};

// Gives every character to the first box from the top that it stands in. One result a box, in the
// order of `boxes`.
std::vector<FilledBox> fill_boxes(const std::vector<Box>& boxes,
                                  const std::vector<PlacedChar>& chars);

}  // namespace mineru::doc::hybrid
