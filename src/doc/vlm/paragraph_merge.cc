#include "doc/vlm/paragraph_merge.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

// Text may run past these.
bool is_passed_over(BlockType type) {
  return type == BlockType::kImage || type == BlockType::kTable || type == BlockType::kChart ||
         type == BlockType::kCode;
}

// Where the lines of the block are, without those that came from another page.
Box own_extent(const Block& block) {
  Box extent;
  for (const Line& line : block.lines) {
    if (line.spans.empty() || !line.spans.front().cross_page) extent = unite(extent, line.bbox);
  }
  return extent;
}

bool ends_paragraph(char32_t last) {
  static constexpr std::u32string_view kEnds = U".!?。！？)）\"”:：;；";
  return kEnds.find(last) != std::u32string_view::npos;
}

bool starts_anew(char32_t first) { return text::is_digit(first) || text::is_upper(first); }

bool has_text(const Block& block) {
  return !block.lines.empty() && !block.lines.front().spans.empty() &&
         !block.lines.back().spans.empty();
}

bool wraps_into(const Block& earlier, const Block& later) {
  if (!has_text(earlier) || !has_text(later)) return false;
  const auto last = text::from_utf8(text::trim(earlier.lines.back().spans.back().content));
  const auto first = text::from_utf8(text::trim(later.lines.front().spans.front().content));
  if (last.empty() || first.empty()) return false;
  if (ends_paragraph(last.back()) || starts_anew(first.front())) return false;
  const Box a = own_extent(earlier);
  const Box b = own_extent(later);
  if (a.empty() || b.empty()) return false;
  return std::fabs(a.width() - b.width()) < std::min(a.width(), b.width()) && b.y0 < a.y1;
}

void move_lines(Block& from, Block& to) {
  std::move(from.lines.begin(), from.lines.end(), std::back_inserter(to.lines));
  from.lines.clear();
  from.lines_deleted = true;
}

// The text block that blocks[i] may continue; nullptr: none.
Block* text_before(std::vector<Block>& blocks, size_t i) {
  while (i-- > 0) {
    if (blocks[i].type == BlockType::kText) return &blocks[i];
    if (!is_passed_over(blocks[i].type)) return nullptr;
  }
  return nullptr;
}

bool is_reference_list(const Block& block) {
  return block.type == BlockType::kList && block.sub_type == "ref_text";
}

void move_items(Block& from, Block& to) {
  std::move(from.blocks.begin(), from.blocks.end(), std::back_inserter(to.blocks));
  from.blocks.clear();
  from.lines_deleted = true;
}

void mark_cross_page(Block& list) {
  for (Block& item : list.blocks) {
    for (Line& line : item.lines) {
      for (Span& span : line.spans) span.cross_page = true;
    }
  }
}

// Place of a block in several pages.
struct Place {
  size_t page = 0;
  size_t block = 0;
};

// The last block of pages[0 .. end); false: there is none.
bool last_block(const std::vector<LaidPage>& pages, size_t end, Place& place) {
  for (size_t page = end; page-- > 0;) {
    const size_t count = pages[page].page.para_blocks.size();
    if (count == 0) continue;
    place = {page, count - 1};
    return true;
  }
  return false;
}

// The list of references that is open at the end of pages[0 .. end): the one that took the items of
// the shells after it. False: they do not end in one.
bool open_list(const std::vector<LaidPage>& pages, size_t end, Place& place) {
  if (!last_block(pages, end, place)) return false;
  while (true) {
    const Block& block = pages[place.page].page.para_blocks[place.block];
    if (!is_reference_list(block)) return false;
    if (!block.lines_deleted) return true;
    if (place.block > 0) {
      --place.block;
    } else if (!last_block(pages, place.page, place)) {
      return false;  // its list has left already
    }
  }
}

}  // namespace

void merge_paragraphs(std::vector<Block>& blocks) {
  for (size_t i = blocks.size(); i-- > 1;) {
    Block& block = blocks[i];
    if (block.type == BlockType::kText && block.merge_prev) {
      Block* before = text_before(blocks, i);
      if (before != nullptr && wraps_into(*before, block)) move_lines(block, *before);
    } else if (is_reference_list(block) && is_reference_list(blocks[i - 1])) {
      move_items(block, blocks[i - 1]);
    }
  }
}

size_t join_reference_lists(std::vector<LaidPage>& pages) {
  Place open;
  auto& added = pages.back().page.para_blocks;
  const bool continues = !added.empty() && is_reference_list(added.front());
  if (continues && open_list(pages, pages.size() - 1, open)) {
    mark_cross_page(added.front());
    move_items(added.front(), pages[open.page].page.para_blocks[open.block]);
  }
  return open_list(pages, pages.size(), open) ? open.page : pages.size();
}

}  // namespace mineru::doc::vlm
