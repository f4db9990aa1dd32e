#include "doc/hybrid/page_assembly.h"

#include <utility>

#include "doc/hybrid/native_regions.h"
#include "doc/vlm/captions.h"
#include "doc/vlm/grouping.h"
#include "doc/vlm/lists.h"
#include "doc/vlm/page_checks.h"
#include "doc/vlm/paragraph_merge.h"
#include "doc/vlm/region_conversion.h"
#include "doc/vlm/table_pictures.h"

namespace mineru::doc::hybrid {

using vlm::ContentBlock;
using vlm::Region;
using vlm::Regions;

namespace {

void add_line_hints(LaidPage& laid, const PagePicture& picture) {
  for (const Block& block : laid.page.para_blocks) {
    const bool one_for_all = block.type == BlockType::kText && block.lines.size() == 1 &&
                             block.lines.front().bbox == block.bbox;
    if (one_for_all && block.angle.value_or(0) == 0) {
      laid.line_hints[block.index] = ink_lines(picture, block.bbox);
    }
  }
}

}  // namespace

void KnownTexts::add(const ContentBlock& block, std::vector<Line> lines) {
  texts_.emplace(block.bbox, std::move(lines));
}

std::optional<std::vector<Line>> KnownTexts::take(const ContentBlock& block) {
  const auto found = block.content.has_value() ? texts_.end() : texts_.find(block.bbox);
  if (found == texts_.end()) return std::nullopt;
  std::vector<Line> lines = std::move(found->second);
  texts_.erase(found);
  return lines;
}

void build_page(LaidPage& laid, KnownTexts texts, const PagePicture& picture, vlm::PageKind kind,
                Compat compat) {
  Page& page = laid.page;
  std::vector<ContentBlock> filled = page.model_blocks;
  std::map<int, std::vector<Line>> lines;  // by place in `content`
  for (size_t i = 0; i < filled.size(); ++i) {
    auto text = texts.take(filled[i]);
    if (!text) continue;
    filled[i].content = text_of_lines(*text);
    lines[static_cast<int>(i)] = std::move(*text);
  }
  Regions regions = to_regions(filled, page.size, compat);
  for (Region& region : regions) {
    Block& block = region.block;
    if (const auto own = lines.find(block.index); own != lines.end()) {
      block.lines = std::move(own->second);
    } else if (region.role == vlm::Role::kBody && block.type == BlockType::kTableBody) {
      Span& span = block.lines.front().spans.front();
      span.html = vlm::take_table_pictures(span.html, page.images);
    }
  }
  vlm::set_title_levels(regions, filled, kind, compat);
  if (compat == Compat::kProduct) vlm::check_formulas(regions, page);
  find_caption_parts(regions);
  fill_lists(regions, compat);
  for (Block& block : group_regions(std::move(regions), compat)) {
    auto& blocks = is_discarded(block.type) ? page.discarded_blocks : page.preproc_blocks;
    blocks.push_back(std::move(block));
  }
  if (compat == Compat::kProduct) vlm::keep_lone_margins(page);
  page.para_blocks = page.preproc_blocks;
  add_line_hints(laid, picture);
  vlm::merge_paragraphs(page.para_blocks);
}

}  // namespace mineru::doc::hybrid
