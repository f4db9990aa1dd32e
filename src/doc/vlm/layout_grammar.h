// Reads the model's reply to the layout prompt, records of
//   <|box_start|>X1 Y1 X2 Y2<|box_end|><|ref_start|>TYPE<|ref_end|>[<|rotate_up|>][tail]
// Pure functions, thread-safe, total: junk between records, unknown types and impossible boxes are
// left out, a cut-off last record counts from <|ref_end|> on.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "doc/vlm/content_block.h"

namespace mineru::doc::vlm {

// Grid coordinates 0..1000 as parts of the page's sides, corners in order; nothing for a box off
// the grid or without area.
std::optional<std::array<double, 4>> to_page_box(const std::array<int, 4>& grid);

// In the order of the reply. Text and equations inside a table belong to the table and are left
// out.
std::vector<ContentBlock> parse_layout(std::string_view reply);

}  // namespace mineru::doc::vlm
