// A layout reply of any bytes: the blocks must be ones that the rest may rely on, and planning
// crops for them must stay on the page.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "doc/vlm/crop_plan.h"
#include "doc/vlm/layout_grammar.h"

namespace {

namespace vlm = mineru::doc::vlm;

constexpr vlm::PixelSize kPage = {700, 1000};

void check_block(const vlm::ContentBlock& block) {
  const auto& [x1, y1, x2, y2] = block.bbox;
  MINERU_CHECK(0 <= x1 && x1 < x2 && x2 <= 1 && 0 <= y1 && y1 < y2 && y2 <= 1);
  const int angle = block.angle.value_or(0);
  MINERU_CHECK(angle == 0 || angle == 90 || angle == 180 || angle == 270);
  MINERU_CHECK(!block.merge_prev || block.type == vlm::ContentType::kText);
  MINERU_CHECK(!block.content);
}

void check_crop(const vlm::Crop& crop, const std::vector<vlm::ContentBlock>& blocks) {
  MINERU_CHECK(crop.block < blocks.size());
  MINERU_CHECK(0 <= crop.box.x0 && crop.box.x0 < crop.box.x1 && crop.box.x1 <= kPage.width);
  MINERU_CHECK(0 <= crop.box.y0 && crop.box.y0 < crop.box.y1 && crop.box.y1 <= kPage.height);
  for (const size_t image : crop.absorbed) {
    MINERU_CHECK(image < blocks.size() && blocks[image].absorbed_by_table);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view reply(reinterpret_cast<const char*>(data), size);
  std::vector<vlm::ContentBlock> blocks = vlm::parse_layout(reply);
  for (const vlm::ContentBlock& block : blocks) check_block(block);
  for (const vlm::Crop& crop : vlm::prepare_for_extract(blocks, kPage)) check_crop(crop, blocks);
  return 0;
}
