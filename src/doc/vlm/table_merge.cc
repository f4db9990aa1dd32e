#include "doc/vlm/table_merge.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "doc/vlm/captions.h"
#include "doc/vlm/table_merge_rows.h"

namespace mineru::doc::vlm {

namespace {

constexpr double kSameWidth = 0.1;  // part of the narrower table's width

// `Table`: Block, const or not.
template <typename Table>
Table* child_of(Table& table, BlockType type) {
  const auto at = std::find_if(table.blocks.begin(), table.blocks.end(),
                               [type](const Block& child) { return child.type == type; });
  return at == table.blocks.end() ? nullptr : &*at;
}

const Span* html_span(const Block& table) {
  const Block* body = child_of(table, BlockType::kTableBody);
  if (body == nullptr || body->lines.empty() || body->lines.front().spans.empty()) return nullptr;
  const Span& span = body->lines.front().spans.front();
  return span.type == SpanType::kTable && !span.html.empty() ? &span : nullptr;
}

size_t count_children(const Block& table, BlockType type) {
  return static_cast<size_t>(
      std::count_if(table.blocks.begin(), table.blocks.end(),
                    [type](const Block& child) { return child.type == type; }));
}

bool says_continued(const Block& caption) {
  std::string content;
  for (const Line& line : caption.lines) {
    for (const Span& span : line.spans) content += span.content;
  }
  return is_table_continuation(content);
}

// A heading that the model took for a caption: it stands below, and is no "(continued)".
bool is_stray_caption(const Block& child, const Block& body) {
  return child.type == BlockType::kTableCaption && child.bbox.center_y() > body.bbox.y1 &&
         !says_continued(child);
}

bool captions_allow(const Block& before, const Block& after) {
  const Block* body = child_of(after, BlockType::kTableBody);
  size_t captions = 0;
  size_t continued = 0;
  for (const Block& child : after.blocks) {
    if (child.type != BlockType::kTableCaption || is_stray_caption(child, *body)) continue;
    ++captions;
    continued += says_continued(child) ? 1 : 0;
  }
  const size_t notes = count_children(before, BlockType::kTableFootnote);
  if (captions == 0) return notes == 0;
  return continued > 0 && notes <= 1;
}

bool widths_allow(const Block& before, const Block& after) {
  const double a = before.bbox.width();
  const double b = after.bbox.width();
  const double narrower = std::min(a, b);
  return narrower > 0 && std::fabs(a - b) / narrower < kSameWidth;
}

// The notes under the last part are those of the whole table; those of the first part stay with
// it, except in the reference.
void move_footnotes(Block& before, const Block& after, Compat compat) {
  if (count_children(after, BlockType::kTableFootnote) == 0) return;
  if (compat == Compat::kReference) {
    std::erase_if(before.blocks,
                  [](const Block& child) { return child.type == BlockType::kTableFootnote; });
  }
  const Block* body = child_of(before, BlockType::kTableBody);
  int index = body == nullptr ? before.index : body->index;
  for (const Block& child : after.blocks) {
    if (child.type != BlockType::kTableFootnote) continue;
    before.blocks.push_back(child);
    before.blocks.back().index = ++index;
    before.blocks.back().cross_page = true;
  }
}

// Takes the stray captions of the table out of it, as text.
std::vector<Block> take_stray_captions(Block& table) {
  const Block body = *child_of(table, BlockType::kTableBody);
  std::vector<Block> texts;
  for (Block& child : table.blocks) {
    if (!is_stray_caption(child, body)) continue;
    texts.push_back(std::move(child));
    texts.back().type = BlockType::kText;
    texts.back().was_caption = true;
    child.index = -1;
  }
  std::erase_if(table.blocks, [](const Block& child) { return child.index < 0; });
  return texts;
}

bool is_table(const Block& block) { return block.type == BlockType::kTable; }

bool both_are_tables(const Page& previous, const Page& next) {
  return !previous.para_blocks.empty() && !next.para_blocks.empty() &&
         is_table(previous.para_blocks.back()) && is_table(next.para_blocks.front());
}

// Nothing: they are no two parts of one table.
std::optional<std::string> merged_html(const Page& previous, const Page& next, Compat compat) {
  if (!both_are_tables(previous, next)) return std::nullopt;
  const Block& before = previous.para_blocks.back();
  const Block& after = next.para_blocks.front();
  const Span* first = html_span(before);
  const Span* second = html_span(after);
  if (first == nullptr || second == nullptr) return std::nullopt;
  if (!captions_allow(before, after) || !widths_allow(before, after)) return std::nullopt;
  const Block* body = child_of(after, BlockType::kTableBody);
  return merge_table_rows(first->html, second->html, body->cell_merge, compat);
}

}  // namespace

bool may_continue(const Page& previous, const Page& next) {
  return both_are_tables(previous, next);
}

bool tables_fit(const Page& previous, const Page& next, Compat compat) {
  return merged_html(previous, next, compat).has_value();
}

void merge_tables(Page& previous, Page& next, Compat compat) {
  auto merged = merged_html(previous, next, compat);
  if (!merged) return;
  Block& before = previous.para_blocks.back();
  Block& after = next.para_blocks.front();
  Span& span = child_of(before, BlockType::kTableBody)->lines.front().spans.front();
  span.html = std::move(*merged);
  move_footnotes(before, after, compat);
  std::vector<Block> texts = take_stray_captions(after);
  for (Block& child : after.blocks) {
    child.lines.clear();
    child.lines_deleted = true;
  }
  next.para_blocks.insert(next.para_blocks.begin() + 1, std::make_move_iterator(texts.begin()),
                          std::make_move_iterator(texts.end()));
}

}  // namespace mineru::doc::vlm
