// Renders a page as entries of content_list.json.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "doc/page.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc {

// One entry a block: para_blocks, then discarded_blocks. Blocks whose lines were merged into an
// earlier one appear empty, as in the reference. Tables and formulas are always complete here.
std::vector<nlohmann::ordered_json> content_list_entries(const Page& page, Compat compat);

}  // namespace mineru::doc
