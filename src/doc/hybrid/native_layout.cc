#include "doc/hybrid/native_layout.h"

#include <algorithm>
#include <array>
#include <utility>

#include "doc/flash/line_builder.h"
#include "doc/flash/page_layout.h"

namespace mineru::doc::hybrid {

using vlm::ContentBlock;
using vlm::ContentType;

namespace {

ContentType type_of(BlockType type) {
  switch (type) {
    case BlockType::kTitle: return ContentType::kTitle;
    case BlockType::kTable: return ContentType::kTable;
    case BlockType::kHeader: return ContentType::kHeader;
    case BlockType::kFooter: return ContentType::kFooter;
    case BlockType::kPageNumber: return ContentType::kPageNumber;
    case BlockType::kPageFootnote: return ContentType::kPageFootnote;
    default: return ContentType::kText;
  }
}

class Collector {
 public:
  explicit Collector(const media::PageSize& size) : size_(size) {}

  void add(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) {
      if (block.type == BlockType::kList) {
        add(block.blocks);
      } else {
        add(block);
      }
    }
  }

  std::vector<ContentBlock> take() { return std::move(found_); }

 private:
  void add(const Block& block) {
    const auto part = [](double value, double side) {
      return side > 0 ? std::clamp(value / side, 0.0, 1.0) : 0.0;
    };
    const std::array<double, 4> bbox = {
        part(block.bbox.x0, size_.width), part(block.bbox.y0, size_.height),
        part(block.bbox.x1, size_.width), part(block.bbox.y1, size_.height)};
    if (bbox[0] >= bbox[2] || bbox[1] >= bbox[3]) return;
    ContentBlock& content = found_.emplace_back();
    content.type = type_of(block.type);
    content.bbox = bbox;
    content.angle = block.angle;
  }

  media::PageSize size_;
  std::vector<ContentBlock> found_;
};

}  // namespace

std::vector<ContentBlock> native_layout(const media::NativePage& native) {
  flash::PageFacts facts;
  facts.frame = {native.size, flash::dominant_rotation(native)};
  facts.segments = flash::build_segments(native, facts.frame, flash::Layer::kVisible);
  if (facts.segments.empty()) return {};
  const flash::Profile profile = flash::make_profile({&facts});
  const LaidPage laid = flash::layout_page(std::move(facts), profile);
  Collector collector(native.size);
  collector.add(laid.page.preproc_blocks);
  collector.add(laid.page.discarded_blocks);
  return collector.take();
}

}  // namespace mineru::doc::hybrid
