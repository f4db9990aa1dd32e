#include "doc/vlm/page_blocks.h"

#include <utility>

#include "doc/vlm/captions.h"
#include "doc/vlm/grouping.h"
#include "doc/vlm/lists.h"
#include "doc/vlm/page_checks.h"
#include "doc/vlm/paragraph_merge.h"
#include "doc/vlm/region_conversion.h"
#include "doc/vlm/table_pictures.h"
#include "doc/vlm/titles.h"

namespace mineru::doc::vlm {

void build_page(Page& page, const std::vector<ContentBlock>& content, Compat compat) {
  Regions regions = to_regions(content, page.size, compat);
  for (Region& region : regions) {
    if (region.role != Role::kBody || region.block.type != BlockType::kTableBody) continue;
    Span& span = region.block.lines.front().spans.front();
    span.html = take_table_pictures(span.html, page.images);
  }
  if (compat == Compat::kProduct) {
    check_formulas(regions, page);
    set_title_levels(regions, content, kind_of(page.page_idx), compat);
  }
  find_caption_parts(regions);
  fill_lists(regions, compat);
  for (Block& block : group_regions(std::move(regions), compat)) {
    auto& blocks = is_discarded(block.type) ? page.discarded_blocks : page.preproc_blocks;
    blocks.push_back(std::move(block));
  }
  if (compat == Compat::kProduct) keep_lone_margins(page);
  page.para_blocks = page.preproc_blocks;
  merge_paragraphs(page.para_blocks);
}

}  // namespace mineru::doc::vlm
