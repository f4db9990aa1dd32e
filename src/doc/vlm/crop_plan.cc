#include "doc/vlm/crop_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace mineru::doc::vlm {

namespace {

constexpr double kInside = 0.9;

using SkipSet = std::set<ContentType>;

bool is_picture(ContentType type) {
  return type == ContentType::kImage || type == ContentType::kChart;
}

std::vector<media::Box> boxes_of(const std::vector<ContentBlock>& blocks, const SkipSet& types) {
  std::vector<media::Box> boxes;
  for (const ContentBlock& block : blocks) {
    if (types.contains(block.type)) boxes.push_back(box_of(block));
  }
  return boxes;
}

bool lies_in_any(const ContentBlock& block, const std::vector<media::Box>& boxes) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const media::Box& box) {
    return media::covered(box_of(block), box) >= kInside;
  });
}

void remove_captions_in_pictures(std::vector<ContentBlock>& blocks) {
  const std::vector<media::Box> pictures =
      boxes_of(blocks, {ContentType::kImage, ContentType::kChart, ContentType::kImageBlock});
  std::erase_if(blocks, [&](const ContentBlock& block) {
    return block.type == ContentType::kImageCaption && lies_in_any(block, pictures);
  });
}

SkipSet skipped_types(const CropOptions& options) {
  SkipSet types = {ContentType::kList, ContentType::kEquationBlock, ContentType::kImageBlock};
  if (options.image_analysis == ImageAnalysis::kNo) {
    types.insert({ContentType::kImage, ContentType::kChart});
  }
  for (const std::string& name : options.not_extract) {
    if (const auto type = content_type_from_name(name)) types.insert(*type);
  }
  return types;
}

// Smaller ones are decoration.
bool is_worth_reading(const ContentBlock& picture) {
  const media::Box box = box_of(picture);
  return (box.width() > 0.1 && box.height() > 0.1) || box.width() * box.height() > 0.01;
}

int round_half_even(double value, int limit) {
  return static_cast<int>(std::clamp(std::nearbyint(value), 0.0, static_cast<double>(limit)));
}

// The table that covers the image best; of equals the smaller, then the first. Null: none does.
TableImages* best_table(const media::Box& image, const std::vector<ContentBlock>& blocks,
                        std::vector<TableImages>& tables) {
  TableImages* best = nullptr;
  double best_ratio = 0;
  double best_area = 0;
  for (TableImages& table : tables) {
    const media::Box box = box_of(blocks[table.table]);
    const double ratio = media::covered(image, box);
    if (ratio < kInside) continue;
    if (best == nullptr || ratio > best_ratio || (ratio == best_ratio && box.area() < best_area)) {
      best = &table;
      best_ratio = ratio;
      best_area = box.area();
    }
  }
  return best;
}

}  // namespace

PixelBox crop_box(const std::array<double, 4>& bbox, PixelSize page) {
  return {round_half_even(bbox[0] * page.width, page.width),
          round_half_even(bbox[1] * page.height, page.height),
          round_half_even(bbox[2] * page.width, page.width),
          round_half_even(bbox[3] * page.height, page.height)};
}

std::vector<TableImages> table_images(const std::vector<ContentBlock>& blocks) {
  std::vector<TableImages> tables;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].type == ContentType::kTable) tables.push_back({i, {}});
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].type != ContentType::kImage) continue;
    TableImages* table = best_table(box_of(blocks[i]), blocks, tables);
    if (table != nullptr) table->images.push_back(i);
  }
  for (TableImages& table : tables) {
    std::stable_sort(table.images.begin(), table.images.end(), [&](size_t a, size_t b) {
      return std::tie(blocks[a].bbox[1], blocks[a].bbox[0]) <
             std::tie(blocks[b].bbox[1], blocks[b].bbox[0]);
    });
  }
  return tables;
}

std::vector<Crop> prepare_for_extract(std::vector<ContentBlock>& blocks, PixelSize page,
                                      const CropOptions& options) {
  remove_captions_in_pictures(blocks);
  const SkipSet skipped = skipped_types(options);
  std::map<size_t, std::vector<size_t>> absorbed;
  if (!skipped.contains(ContentType::kTable)) {
    for (TableImages& table : table_images(blocks)) {
      for (const size_t image : table.images) blocks[image].absorbed_by_table = true;
      absorbed[table.table] = std::move(table.images);
    }
  }
  const std::vector<media::Box> groups = boxes_of(blocks, {ContentType::kImageBlock});
  std::vector<Crop> crops;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const ContentBlock& block = blocks[i];
    if (skipped.contains(block.type) || block.absorbed_by_table) continue;
    if (is_picture(block.type) && (!is_worth_reading(block) || lies_in_any(block, groups)))
      continue;
    const PixelBox box = crop_box(block.bbox, page);
    if (box.x1 <= box.x0 || box.y1 <= box.y0) continue;
    crops.push_back({i, box, block.angle.value_or(0), prompt_kind(block.type), {}});
    if (block.type == ContentType::kTable) crops.back().absorbed = std::move(absorbed[i]);
  }
  return crops;
}

}  // namespace mineru::doc::vlm
