// Renders the blocks of a page as Markdown.
#pragma once

#include <string>
#include <vector>

#include "doc/page.h"
#include "doc/writers/render.h"

namespace mineru::doc {

// One paragraph of the document: a block, a page marker or a comment.
struct MarkdownPiece {
  std::string text;              // not blank, white space around it removed
  const Block* block = nullptr;  // in the page; null: a marker or a comment
};

// What the page adds to the document, which is all pieces of all pages, joined by blank lines.
std::vector<MarkdownPiece> markdown_pieces(const Page& page, const RenderOptions& options);

// Their texts.
std::vector<std::string> markdown_paragraphs(const Page& page, const RenderOptions& options);

// One block; "" for discarded ones and for what has nothing to show.
std::string block_markdown(const Block& block, const RenderOptions& options);

}  // namespace mineru::doc
