// Renders a page as an entry of content_list_v2.json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "doc/page.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc {

// An array with one object a block: para_blocks, then discarded_blocks. Text is as read, without
// Markdown escapes, in spans of text and formulas. What has no picture has the path "" (the
// reference: "images/" for tables and formulas). Missing table HTML is "", where the reference
// fails.
nlohmann::ordered_json content_list_v2_page(const Page& page, Compat compat);

}  // namespace mineru::doc
