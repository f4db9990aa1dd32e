#include "doc/overlay.h"

#include <fmt/format.h>

namespace mineru::doc {

namespace {

media::OverlayBox colored(const Block& block) {
  media::OverlayBox box;
  box.box = block.bbox;
  const auto set = [&](int red, int green, int blue) {
    box.red = static_cast<uint8_t>(red);
    box.green = static_cast<uint8_t>(green);
    box.blue = static_cast<uint8_t>(blue);
  };
  switch (block.type) {
    case BlockType::kTitle: set(102, 102, 255); break;
    case BlockType::kList: set(40, 169, 92); break;
    case BlockType::kImage:
    case BlockType::kImageBody: set(153, 255, 51); break;
    case BlockType::kImageCaption: set(102, 178, 255); break;
    case BlockType::kImageFootnote: set(255, 178, 102); break;
    case BlockType::kTable:
    case BlockType::kTableBody: set(204, 204, 0); break;
    case BlockType::kTableCaption: set(255, 255, 102); break;
    case BlockType::kTableFootnote: set(229, 255, 204); break;
    case BlockType::kChart:
    case BlockType::kChartBody: set(153, 255, 51); break;
    case BlockType::kCode:
    case BlockType::kCodeBody: set(102, 0, 204); break;
    case BlockType::kInterlineEquation: set(0, 255, 0); break;
    case BlockType::kRefText: set(102, 204, 204); break;
    default:
      if (is_discarded(block.type)) {
        set(158, 158, 158);
      } else {
        set(153, 0, 76);
      }
  }
  return box;
}

}  // namespace

media::OverlayPage overlay_of(const Page& page) {
  media::OverlayPage out;
  out.page = page.source_page;
  int number = 1;
  for (const Block& block : page.preproc_blocks) {
    if (block.blocks.empty() || block.type == BlockType::kList) {
      out.boxes.push_back(colored(block));
      out.boxes.back().label = fmt::format("{}", number++);
      continue;
    }
    for (const Block& child : block.blocks) {
      out.boxes.push_back(colored(child));
      out.boxes.back().label = fmt::format("{}", number++);
    }
  }
  for (const Block& block : page.discarded_blocks) out.boxes.push_back(colored(block));
  return out;
}

}  // namespace mineru::doc
