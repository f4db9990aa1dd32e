#include "doc/vlm/overleaf.h"

#include <algorithm>

#include "doc/vlm/paragraph_merge.h"
#include "doc/vlm/table_merge.h"

namespace mineru::doc::vlm {

namespace {

// A table or list over more pages than these is cut in two: pages that wait for its end are in
// memory.
constexpr size_t kMaxWaiting = 64;

// Joins from the end on, as the reference does: a table over several pages collects in its first
// part, and each part is compared with the one right before it.
void merge_up_to(std::vector<LaidPage>& pages, size_t last, Tables tables) {
  if (tables == Tables::kKeep) return;
  for (size_t i = std::min(last + 1, pages.size()); i-- > 1;) {
    merge_tables(pages[i - 1].page, pages[i].page);
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

size_t join_overleaf(std::vector<LaidPage>& pages, Tables tables) {
  const size_t list = join_reference_lists(pages);
  size_t first = tables == Tables::kMerge ? first_of_open_table(pages) : pages.size();
  if (pages.size() - first > kMaxWaiting) first = pages.size();
  merge_up_to(pages, first, tables);
  return pages.size() - list > kMaxWaiting ? first : std::min(list, first);
}

void finish_overleaf(std::vector<LaidPage>& pages, Tables tables) {
  merge_up_to(pages, pages.size(), tables);
}

}  // namespace mineru::doc::vlm
