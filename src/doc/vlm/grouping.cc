#include "doc/vlm/grouping.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "doc/vlm/parent_search.h"

namespace mineru::doc::vlm {

namespace {

constexpr double kInside = 0.9;  // part of a picture that must lie in the picture of pictures

// The container that covers most of `box`; of equals the smaller, then the earlier one.
Region* container_of(Regions& regions, const Box& box) {
  Region* best = nullptr;
  double best_part = 0;
  for (Region& region : regions) {
    if (region.role != Role::kImageBlock) continue;
    const double part = covered(box, region.block.bbox);
    if (part < kInside) continue;
    const bool better = best == nullptr || part > best_part ||
                        (part == best_part && region.block.bbox.area() < best->block.bbox.area());
    if (!better) continue;
    best = &region;
    best_part = part;
  }
  return best;
}

void absorb_parts(Regions& regions, Compat compat) {
  for (Region& region : regions) {
    const BlockType type = region.block.type;
    const bool picture = type == BlockType::kImageBody || type == BlockType::kChartBody;
    if (region.role != Role::kBody || !picture) continue;
    Region* container = container_of(regions, region.block.bbox);
    if (container == nullptr) continue;
    container->block.sub_images.push_back(
        {type == BlockType::kChartBody ? SpanType::kChart : SpanType::kImage,
         relative_box(region.block.bbox, container->block.bbox),
         compat == Compat::kReference ? region.block.bbox : Box{}});
    region.block.index = -1;
  }
  std::erase_if(regions, [](const Region& region) { return region.block.index < 0; });
}

struct Family {
  BlockType container;
  BlockType caption;
  BlockType footnote;
};

Family family_of(BlockType body) {
  switch (body) {
    case BlockType::kTableBody:
      return {BlockType::kTable, BlockType::kTableCaption, BlockType::kTableFootnote};
    case BlockType::kChartBody:
      return {BlockType::kChart, BlockType::kChartCaption, BlockType::kChartFootnote};
    case BlockType::kCodeBody:
      return {BlockType::kCode, BlockType::kCodeCaption, BlockType::kCodeFootnote};
    default: return {BlockType::kImage, BlockType::kImageCaption, BlockType::kImageFootnote};
  }
}

Block container_block(Block body) {
  Block block;
  block.type = family_of(body.type).container;
  block.bbox = body.bbox;
  block.angle = body.angle;
  block.index = body.index;
  block.sub_type = std::exchange(body.sub_type, {});
  block.sub_images = std::exchange(body.sub_images, {});
  block.cell_merge = body.cell_merge;
  block.confidence = body.confidence;
  block.min_confidence = body.min_confidence;
  block.blocks.push_back(std::move(body));
  return block;
}

bool by_index(const Block& a, const Block& b) { return a.index < b.index; }

}  // namespace

Box relative_box(const Box& part, const Box& whole) {
  const double width = std::max(1.0, whole.width());
  const double height = std::max(1.0, whole.height());
  const auto fraction = [](double value) {
    return std::clamp(std::round(value * 1000) / 1000, 0.0, 1.0);
  };
  return {fraction((part.x0 - whole.x0) / width), fraction((part.y0 - whole.y0) / height),
          fraction((part.x1 - whole.x0) / width), fraction((part.y1 - whole.y0) / height)};
}

std::vector<Block> group_regions(Regions regions, Compat compat) {
  absorb_parts(regions, compat);
  const std::vector<std::optional<size_t>> parents = find_parents(regions);
  std::vector<std::vector<Block>> children(regions.size());  // of each body
  std::vector<Block> blocks;
  for (size_t i = 0; i < regions.size(); ++i) {
    Block& block = regions[i].block;
    const bool is_child = regions[i].role == Role::kCaption || regions[i].role == Role::kFootnote;
    if (is_child && parents[i]) {
      const Family family = family_of(regions[*parents[i]].block.type);
      block.type = regions[i].role == Role::kCaption ? family.caption : family.footnote;
      children[*parents[i]].push_back(std::move(block));
    } else if (!has_body(regions[i])) {
      block.was_caption = is_child;
      blocks.push_back(std::move(block));
    }
  }
  for (size_t i = 0; i < regions.size(); ++i) {
    if (!has_body(regions[i])) continue;
    Block block = container_block(std::move(regions[i].block));
    std::move(children[i].begin(), children[i].end(), std::back_inserter(block.blocks));
    std::stable_sort(block.blocks.begin(), block.blocks.end(), by_index);
    blocks.push_back(std::move(block));
  }
  std::stable_sort(blocks.begin(), blocks.end(), by_index);
  return blocks;
}

}  // namespace mineru::doc::vlm
