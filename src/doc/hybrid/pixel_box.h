// Boxes in whole pixels around what a detector found. Pure.
#pragma once

#include <optional>
#include <span>

#include "doc/writers/int_box.h"

namespace mineru::doc::hybrid {

// The smallest box of whole numbers around the points; nothing if it has no area.
std::optional<IntBox> box_around(std::span<const media::Point> points);

}  // namespace mineru::doc::hybrid
