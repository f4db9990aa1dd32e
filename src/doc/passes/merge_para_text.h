// Joins the lines of a block into one Markdown paragraph.
#pragma once

#include <string>

#include "doc/block.h"
#include "doc/passes/line_joints.h"

namespace mineru::doc {

struct MergeOptions {
  LineJoin join = LineJoin::kByScript;
  bool formulas = true;    // false: a display formula becomes its picture
  bool list_item = false;  // items keep their "- ": it is what marks them
};

// Folder of the pictures, relative to the Markdown file.
inline constexpr const char* kImageFolder = "images";

// Text is escaped for Markdown, except in a code_body. Not for blocks with `blocks`.
std::string merge_para_text(const Block& block, const MergeOptions& options);

}  // namespace mineru::doc
