// Renders a page as an entry of middle.json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "doc/page.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc {

// What the backend knows of titles. kNone: of kReference's titles level 1 is not written.
enum class Levels { kNone, kKnown };

// One entry of `pdf_info`, keys in the reference's order. kProduct adds after them what
// docs/output.md lists: the page's status, diagnostics and page_info, and a block's confidence.
nlohmann::ordered_json middle_page(const Page& page, Compat compat, Levels levels = Levels::kNone);

}  // namespace mineru::doc
