// Sorts one sub-path into rules, filled boxes and the rest. Plain geometry, no PDFium.
#pragma once

#include <vector>

#include "media/wire.h"

namespace mineru::worker {

// In displayed space; curves are represented by their control points.
struct SubPath {
  std::vector<media::Point> points;
  bool curved = false;
  bool closed = false;
};

struct PathPaint {
  bool filled = false;
  bool white_fill = false;  // paper on paper: no shape of its own
  bool stroked = false;
  double stroke_width = 0;  // points, as displayed
};

// What a path turned out to be.
struct PathShapes {
  std::vector<media::NativeRule> rules;
  std::vector<media::Box> fills;
  media::Box drawing;  // around everything else; empty if there is nothing else
  bool has_drawing = false;
};

void add_sub_path(const SubPath& path, const PathPaint& paint, PathShapes& out);

}  // namespace mineru::worker
