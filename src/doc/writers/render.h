// What the Markdown and the content list share: options, and the text of parts of a block.
#pragma once

#include <string>
#include <vector>

#include "doc/block.h"
#include "doc/passes/merge_para_text.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc {

struct RenderOptions {
  bool tables = true;    // false: a table becomes its picture
  bool formulas = true;  // false: a display formula becomes its picture
  Compat compat = Compat::kProduct;
  TableFormat table_format = TableFormat::kHtml;
  Furniture furniture = Furniture::kDrop;
  MarkdownMode mode = MarkdownMode::kMm;
  bool page_markers = false;
};

MergeOptions merge_options(const RenderOptions& options);

// The one *_body child of a picture, table, chart or code; null: it has none.
const Block* body_of(const Block& container);

// First span of the wanted type in the lines of `block`; null: none, or `block` is null.
const Span* find_span(const Block* block, SpanType type);

// "images/FILE", or "" without a picture.
std::string image_link(const Span* span);

// Texts of the children of one type, white space around them removed; blank ones are kept.
std::vector<std::string> child_texts(const Block& container, BlockType type,
                                     const RenderOptions& options);

// An item of a list. Backends nest items by two blanks a level before their text.
struct ListItem {
  int depth = 0;
  std::string text;
  const Block* block = nullptr;  // in the list
};

// The items of a list that are not blank.
std::vector<ListItem> list_items(const Block& list, const RenderOptions& options);

// The code in its fence, or the algorithm in its <div>; "" when empty.
std::string code_text(const Block& code, const RenderOptions& options);

// Visible characters of a formula_text block, one line of the page in each.
std::vector<std::string> formula_lines(const Block& block);

}  // namespace mineru::doc
