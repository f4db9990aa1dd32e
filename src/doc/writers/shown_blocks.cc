#include "doc/writers/shown_blocks.h"

#include <algorithm>
#include <string_view>

#include "doc/passes/fullwidth.h"
#include "doc/writers/inline_text.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

bool has_content(const Block& block) {
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) {
      if (!text::trim(span.content).empty() || !span.html.empty() || !span.image_path.empty()) {
        return true;
      }
    }
  }
  return std::any_of(block.blocks.begin(), block.blocks.end(), has_content);
}

bool is_all_furniture(const Page& page) {
  if (std::any_of(page.para_blocks.begin(), page.para_blocks.end(), has_content)) return false;
  return std::any_of(page.discarded_blocks.begin(), page.discarded_blocks.end(),
                     [](const Block& block) {
                       return block.type != BlockType::kPageNumber && has_content(block);
                     });
}

}  // namespace

std::vector<ShownBlock> shown_blocks(const Page& page, Furniture furniture, Compat compat) {
  std::vector<ShownBlock> above;
  std::vector<ShownBlock> below;
  const bool is_text = compat == Compat::kProduct && is_all_furniture(page);
  if (is_text || furniture != Furniture::kDrop) {
    for (const Block& block : page.discarded_blocks) {
      const bool number = block.type == BlockType::kPageNumber;
      Shown as = furniture == Furniture::kComment ? Shown::kComment : Shown::kFurniture;
      if (is_text && !number) as = Shown::kText;
      if (as != Shown::kText && furniture == Furniture::kDrop) continue;
      const bool upper = block.bbox.y0 + block.bbox.y1 < page.size.height;
      (upper ? above : below).push_back({&block, as});
    }
  }
  for (const Block& block : page.para_blocks) above.push_back({&block, Shown::kText});
  above.insert(above.end(), below.begin(), below.end());
  return above;
}

std::string comment_text(const Block& block) {
  std::string out(block_type_name(block.type));
  out += ":";
  for (const char c : " " + plain_text(block)) {
    if (c == '-' && out.ends_with('-')) out += ' ';
    // After a dash, ">" would end it.
    if (c == '>' && out.ends_with('-')) out += ' ';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace mineru::doc
