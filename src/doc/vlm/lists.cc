#include "doc/vlm/lists.h"

#include <algorithm>
#include <utility>

namespace mineru::doc::vlm {

namespace {

constexpr double kInside = 0.8;  // part of an item that must lie in its list

Region* list_around(Regions& regions, const Box& item) {
  for (Region& region : regions) {
    if (region.role == Role::kList && covered(item, region.block.bbox) >= kInside) return &region;
  }
  return nullptr;
}

// Moves all regions of one type that lie in a list into it.
void move_items(Regions& regions, BlockType type) {
  for (Region& region : regions) {
    if (region.role != Role::kLeaf || region.block.type != type) continue;
    Region* list = list_around(regions, region.block.bbox);
    if (list == nullptr) continue;
    list->block.blocks.push_back(std::move(region.block));
    region.block.index = -1;
  }
  std::erase_if(regions, [](const Region& region) { return region.block.index < 0; });
}

// The type of most items; the one that comes first when there are as many of the other.
std::string_view type_of_most(const std::vector<Block>& items) {
  const BlockType first = items.front().type;
  const auto others = std::count_if(items.begin(), items.end(),
                                    [first](const Block& item) { return item.type != first; });
  const bool as_first = 2 * static_cast<size_t>(others) <= items.size();
  const BlockType other = first == BlockType::kText ? BlockType::kRefText : BlockType::kText;
  return block_type_name(as_first ? first : other);
}

}  // namespace

void fill_lists(Regions& regions, Compat compat) {
  move_items(regions, BlockType::kText);
  move_items(regions, BlockType::kRefText);
  std::erase_if(regions, [](const Region& region) {
    return region.role == Role::kList && region.block.blocks.empty();
  });
  for (Region& region : regions) {
    if (region.role != Role::kList) continue;
    auto& items = region.block.blocks;
    region.block.sub_type = type_of_most(items);
    if (compat == Compat::kReference) continue;
    std::stable_sort(items.begin(), items.end(),
                     [](const Block& a, const Block& b) { return a.index < b.index; });
  }
}

}  // namespace mineru::doc::vlm
