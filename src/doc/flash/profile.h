// What a few pages tell about a whole document: size of the running text, headers and footers that
// come back, styles of headings.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "doc/flash/page_facts.h"

namespace mineru::doc::flash {

// A strip at the top or bottom where pages repeat themselves.
struct FurnitureBand {
  bool top = true;
  double y0 = 0;  // points from the top edge (top) or from the bottom edge (bottom)
  double y1 = 0;
  double size = 0;  // font size
  std::string key;  // text without digits; empty: any text in this place
};

struct Profile {
  double body_size = 10;
  unsigned body_face = 0;             // font of the running text; 0 = unknown
  std::vector<double> heading_sizes;  // larger than the body, descending, distinct
  std::vector<FurnitureBand> bands;
  bool has_document_title = false;  // the first page opens with the largest type
  int pages_seen = 0;
  // Heading levels as first judged, 1..4, to those written: so that none is skipped.
  std::array<int, 5> levels = {0, 1, 2, 3, 4};
};

// `samples` in page order; some of them should be consecutive.
Profile make_profile(const std::vector<const PageFacts*>& samples);

// Text reduced to what repeats from page to page: digits and white space removed, lower case.
std::string furniture_key(std::string_view text);

}  // namespace mineru::doc::flash
