// Renders the blocks of a page as HTML.
#pragma once

#include <functional>
#include <string>

#include "doc/page.h"
#include "doc/writers/render.h"

namespace mineru::doc {

// What the pictures of a page are in the HTML: the value of src for a file name in images/.
using PictureSource = std::function<std::string(const std::string& name)>;

// A <section> with the page's blocks, each with its id. Nothing that was recognised is trusted:
// text is escaped, tables keep only the markup of tables, pictures come from `source` alone.
std::string page_html(const Page& page, const RenderOptions& options, const PictureSource& source);

}  // namespace mineru::doc
