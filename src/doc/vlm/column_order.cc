#include "doc/vlm/column_order.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "doc/flash/columns.h"

namespace mineru::doc::vlm {

namespace {

constexpr double kMinGutter = 8;  // points
constexpr double kInside = 0.8;   // part of a block that lies in its container

bool is_container(ContentType type) {
  return type == ContentType::kList || type == ContentType::kImageBlock;
}

bool is_figure(ContentType type) {
  return type == ContentType::kImage || type == ContentType::kChart ||
         type == ContentType::kTable || type == ContentType::kImageBlock;
}

media::Box points_of(const ContentBlock& block, const media::PageSize& page) {
  const media::Box box = box_of(block);
  return {box.x0 * page.width, box.y0 * page.height, box.x1 * page.width, box.y1 * page.height};
}

// The container of each block; its own place: none.
std::vector<size_t> containers_of(const std::vector<ContentBlock>& blocks) {
  std::vector<size_t> containers(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    containers[i] = i;
    for (size_t c = 0; c < blocks.size() && containers[i] == i; ++c) {
      const bool holds = c != i && is_container(blocks[c].type) && !is_container(blocks[i].type);
      if (holds && media::covered(box_of(blocks[i]), box_of(blocks[c])) >= kInside) {
        containers[i] = c;
      }
    }
  }
  return containers;
}

// What the columns are cut by: lines of text, whole figures.
class Elements {
 public:
  void add(const ContentBlock& block, const media::PageSize& page, size_t place) {
    const media::Box box = points_of(block, page);
    const bool text = !is_figure(block.type);
    const double lines = text ? std::clamp(box.height() / kLine, 1.0, kMaxLines) : 1;
    const auto count = static_cast<int>(lines);
    for (int i = 0; i < count; ++i) {
      media::Box line = box;
      line.y0 = box.y0 + box.height() * i / count;
      line.y1 = box.y0 + box.height() * (i + 1) / count;
      elements_.push_back({line, text});
      places_.push_back(place);
    }
  }

  // Places in the order of their first line.
  std::vector<size_t> order() const {
    std::vector<size_t> found;
    std::set<size_t> seen;
    for (const flash::Region& region : flash::reading_order(elements_, kMinGutter)) {
      std::vector<size_t> column;
      for (const int element : region.elements) column.push_back(static_cast<size_t>(element));
      std::stable_sort(column.begin(), column.end(), [&](size_t a, size_t b) {
        const media::Box& first = elements_[a].box;
        const media::Box& second = elements_[b].box;
        return std::tie(first.y0, first.x0) < std::tie(second.y0, second.x0);
      });
      for (const size_t element : column) {
        if (seen.insert(places_[element]).second) found.push_back(places_[element]);
      }
    }
    return found;
  }

 private:
  static constexpr double kLine = 12;  // points
  static constexpr double kMaxLines = 100;

  std::vector<flash::Element> elements_;
  std::vector<size_t> places_;  // of the blocks
};

}  // namespace

void sort_by_columns(std::vector<ContentBlock>& blocks, const media::PageSize& page) {
  const std::vector<size_t> containers = containers_of(blocks);
  Elements elements;
  std::map<size_t, std::vector<size_t>> members;  // by container
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (containers[i] == i) {
      elements.add(blocks[i], page, i);
    } else {
      members[containers[i]].push_back(i);
    }
  }
  std::vector<ContentBlock> sorted;
  sorted.reserve(blocks.size());
  for (const size_t place : elements.order()) {
    sorted.push_back(std::move(blocks[place]));
    for (const size_t member : members[place]) sorted.push_back(std::move(blocks[member]));
  }
  blocks = std::move(sorted);
}

}  // namespace mineru::doc::vlm
