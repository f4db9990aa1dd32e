// Turns the replies of the model, stored in the blocks of a page, into their final content. Pure
// functions, thread-safe, total.
#pragma once

#include <vector>

#include "doc/vlm/content_block.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

struct PostProcessOptions {
  bool simple = false;                // tables, pictures and placeholders only
  bool handle_equation_block = true;  // equations in one frame become one
  bool abandon_list = false;          // leave out `list` containers
  bool abandon_paratext = false;      // leave out headers, footers, page numbers and the like
  bool table_formula_wrap = true;     // formulas in tables become <eq>...</eq>
  Compat compat = Compat::kProduct;   // kReference: byte for byte, defects included
};

// `blocks`: one page in reading order, each with the model's reply as its content. Gives the blocks
// as they go into model.json, working fields empty.
std::vector<ContentBlock> post_process(std::vector<ContentBlock> blocks,
                                       const PostProcessOptions& options = {});

// "[Non-Text]", the model's reply to a crop without text: such a block goes, headers and footers
// stay empty, and what needs no text stays as it is.
void clean_non_text(std::vector<ContentBlock>& blocks);

}  // namespace mineru::doc::vlm
