// What of a page the files for people show, in which order.
#pragma once

#include <string>
#include <vector>

#include "doc/page.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc {

enum class Shown { kText, kFurniture, kComment };

struct ShownBlock {
  const Block* block = nullptr;  // in the page
  Shown as = Shown::kText;
};

// The page's para_blocks, with headers, footers and the like as `furniture` says: those of the
// upper half of the page before its text, the others after it. kProduct shows them as text where
// the page has no text of its own but them; a page number alone is no text.
std::vector<ShownBlock> shown_blocks(const Page& page, Furniture furniture, Compat compat);

// "header: Annual Report" for an HTML comment: nothing in it ends the comment.
std::string comment_text(const Block& block);

}  // namespace mineru::doc
