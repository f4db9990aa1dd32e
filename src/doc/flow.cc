#include "doc/flow.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

// Text may run past these; titles, formulas and lists end it.
bool is_transparent(BlockType type) {
  return type == BlockType::kImage || type == BlockType::kTable || type == BlockType::kChart ||
         type == BlockType::kCode;
}

// Last (or first) line that holds text; nullptr if there is none.
const Span* edge_span(const Block& block, bool last) {
  if (block.lines.empty()) return nullptr;
  const Line& line = last ? block.lines.back() : block.lines.front();
  if (line.spans.empty()) return nullptr;
  const Span& span = last ? line.spans.back() : line.spans.front();
  return text::trim(span.content).empty() ? nullptr : &span;
}

bool ends_sentence(std::string_view content) {
  static constexpr std::u32string_view kEnds = U".!?。！？:：;；\"”";
  const std::u32string codes = text::from_utf8(text::trim(content));
  return kEnds.find(codes.back()) != std::u32string_view::npos;
}

bool is_joinable(const Block& block) {
  return block.type == BlockType::kText && !block.lines_deleted;
}

bool continues(const Block& earlier, const Flow& from, const Block& later, const Flow& to) {
  const Span* end = edge_span(earlier, true);
  const Span* begin = edge_span(later, false);
  if (end == nullptr || begin == nullptr || to.starts_new || !from.ends_full ||
      ends_sentence(end->content))
    return false;
  if (earlier.angle != later.angle) return false;
  // Same kind of type: a line of small print does not continue the body.
  const double height_a = earlier.lines.back().bbox.height();
  const double height_b = later.lines.front().bbox.height();
  return height_a > 0 && height_b > 0 && height_a / height_b < 1.3 && height_b / height_a < 1.3;
}

void move_lines(Block& from, Block& to, bool cross_page) {
  for (Line& line : from.lines) {
    for (Span& span : line.spans) span.cross_page = cross_page;
    to.lines.push_back(std::move(line));
  }
  from.lines.clear();
  from.lines_deleted = true;
}

}  // namespace

void join_within_page(LaidPage& page) {
  auto& blocks = page.page.para_blocks;
  for (size_t i = blocks.size(); i-- > 1;) {
    if (!is_joinable(blocks[i]) || page.flows[i].starts_new) continue;
    size_t k = i;
    while (k-- > 0 && is_transparent(blocks[k].type)) continue;
    if (k >= blocks.size() || !is_joinable(blocks[k])) continue;
    if (!continues(blocks[k], page.flows[k], blocks[i], page.flows[i])) continue;
    move_lines(blocks[i], blocks[k], false);
    page.flows[k].ends_full = page.flows[i].ends_full;
  }
}

void join_across_pages(LaidPage& previous, LaidPage& next) {
  auto& before = previous.page.para_blocks;
  auto& after = next.page.para_blocks;
  size_t last = before.size();
  while (last-- > 0 && (is_transparent(before[last].type) || before[last].lines_deleted)) continue;
  size_t first = 0;
  while (first < after.size() && is_transparent(after[first].type)) ++first;
  if (last >= before.size() || first >= after.size()) return;
  if (!is_joinable(before[last]) || !is_joinable(after[first])) return;
  if (continues(before[last], previous.flows[last], after[first], next.flows[first])) {
    move_lines(after[first], before[last], true);
  }
}

namespace {

bool is_reference_list(const Block& block) {
  return block.type == BlockType::kList && block.sub_type == "ref_text";
}

void to_reference(Block block, Block& list) {
  block.type = BlockType::kRefText;
  block.index = static_cast<int>(list.blocks.size());
  list.bbox = unite(list.bbox, block.bbox);
  list.blocks.push_back(std::move(block));
}

}  // namespace

void continue_references(const LaidPage& previous, LaidPage& next) {
  const auto& before = previous.page.para_blocks;
  const auto last = std::find_if(before.rbegin(), before.rend(),
                                 [](const Block& b) { return !is_transparent(b.type); });
  if (last == before.rend() || !is_reference_list(*last)) return;
  auto& blocks = next.page.para_blocks;
  Block list;
  list.type = BlockType::kList;
  list.sub_type = "ref_text";
  size_t end = 0;
  for (; end < blocks.size() &&
         (blocks[end].type == BlockType::kText || blocks[end].type == BlockType::kList);
       ++end) {
    if (blocks[end].type == BlockType::kText) {
      if (!blocks[end].lines_deleted) to_reference(std::move(blocks[end]), list);
      continue;
    }
    for (Block& item : blocks[end].blocks) to_reference(std::move(item), list);
  }
  if (list.blocks.empty()) return;
  const auto first = blocks.begin();
  blocks.erase(first + 1, first + static_cast<std::ptrdiff_t>(end));
  next.flows.erase(next.flows.begin() + 1, next.flows.begin() + static_cast<std::ptrdiff_t>(end));
  blocks.front() = std::move(list);
  next.flows.front() = {};
  int index = 0;
  for (Block& block : blocks) block.index = index++;
  next.page.preproc_blocks = blocks;
}

}  // namespace mineru::doc
