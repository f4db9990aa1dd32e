// Renders the blocks of a page as Markdown.
#pragma once

#include <string>
#include <vector>

#include "doc/page.h"
#include "doc/writers/render.h"

namespace mineru::doc {

// Paragraphs of the page's para_blocks, none blank, white space around them removed. The document
// is all paragraphs of all pages, joined by blank lines.
std::vector<std::string> markdown_paragraphs(const Page& page, const RenderOptions& options);

// One block; "" for discarded ones and for what has nothing to show.
std::string block_markdown(const Block& block, const RenderOptions& options);

}  // namespace mineru::doc
