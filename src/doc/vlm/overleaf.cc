#include "doc/vlm/overleaf.h"

#include <algorithm>
#include <string>

#include "doc/vlm/cell_merge.h"
#include "doc/vlm/paragraph_merge.h"
#include "doc/vlm/requests.h"
#include "doc/vlm/table_merge.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

// A table or list over more pages than these is cut in two: pages that wait for its end are in
// memory.
constexpr size_t kMaxWaiting = 64;

constexpr size_t kShownBytes = 60;  // of a reply in a diagnostic
constexpr int kTokensPerCell = 4;   // "1, ", and room to spare
constexpr int kMoreTokens = 32;

// Joins from the end on, as the reference does: a table over several pages collects in its first
// part, and each part is compared with the one right before it.
void merge_up_to(std::vector<LaidPage>& pages, size_t last, const Overleaf& how) {
  if (how.tables == Tables::kKeep) return;
  for (size_t i = std::min(last + 1, pages.size()); i-- > 1;) {
    merge_tables(pages[i - 1].page, pages[i].page, how.compat);
  }
}

void set_cell_merge(std::vector<Block>& blocks, int index, const std::vector<int>& cell_merge) {
  for (Block& block : blocks) {
    if (block.type != BlockType::kTable || block.index != index) continue;
    block.cell_merge = cell_merge;
    for (Block& child : block.blocks) {
      if (child.type == BlockType::kTableBody) child.cell_merge = cell_merge;
    }
  }
}

// One flag a cell is all that is expected.
engine::Request request_for_cells(const CellMergeTask& task) {
  engine::Request request = request_for(task.prompt);
  request.max_new_tokens = kTokensPerCell * static_cast<int>(task.segments.size()) + kMoreTokens;
  return request;
}

// Tells the table that begins `next` which cells of its first row go on in the one that ends
// `previous`, if the model says so. kProduct: only where the two become one.
void ask_about_cells(const Page& previous, Page& next, const Overleaf& how) {
  const auto task = cell_merge_task(previous.model_blocks, next.model_blocks, how.compat);
  if (!task || (how.compat == Compat::kProduct && !tables_fit(previous, next, how.compat))) return;
  try {
    engine::Reply reply = how.ask(request_for_cells(*task));
    const std::string text = take_text(reply);
    if (apply_cell_merge(*task, text, next.model_blocks)) {
      const auto& cell_merge = next.model_blocks[task->block].cell_merge;
      set_cell_merge(next.para_blocks, static_cast<int>(task->block), cell_merge);
      set_cell_merge(next.preproc_blocks, static_cast<int>(task->block), cell_merge);
      return;
    }
    next.diagnostics.push_back(
        {Code::kCorruptData,
         fmt::format("which cells of the first table go on from the page before is not known: the "
                     "reply was \"{}\"",
                     text::truncate_utf8(text::trim(text), kShownBytes))});
  } catch (...) {
    const Error error = current_error();
    next.diagnostics.push_back(
        {error.code(), "which cells of the first table go on from the page before was not asked: " +
                           error.message()});
  }
}

bool is_all_table(const Page& page) {
  return page.para_blocks.size() == 1 && page.para_blocks.front().type == BlockType::kTable;
}

// The first of the pages at the end that one table may run through; pages.size(): the last page
// does not end in a table.
size_t first_of_open_table(const std::vector<LaidPage>& pages) {
  size_t first = pages.size() - 1;
  const auto& last = pages[first].page.para_blocks;
  if (last.empty() || last.back().type != BlockType::kTable) return pages.size();
  while (first > 0 && is_all_table(pages[first].page) &&
         may_continue(pages[first - 1].page, pages[first].page)) {
    --first;
  }
  return first;
}

}  // namespace

size_t join_overleaf(std::vector<LaidPage>& pages, const Overleaf& how) {
  const size_t list = join_reference_lists(pages);
  const bool asks = how.tables == Tables::kMerge && how.ask != nullptr;
  if (asks && pages.size() > 1) {
    ask_about_cells(pages[pages.size() - 2].page, pages.back().page, how);
  }
  size_t first = how.tables == Tables::kMerge ? first_of_open_table(pages) : pages.size();
  if (pages.size() - first > kMaxWaiting) first = pages.size();
  merge_up_to(pages, first, how);
  return pages.size() - list > kMaxWaiting ? first : std::min(list, first);
}

void finish_overleaf(std::vector<LaidPage>& pages, const Overleaf& how) {
  merge_up_to(pages, pages.size(), how);
}

}  // namespace mineru::doc::vlm
