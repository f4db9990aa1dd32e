#include "doc/vlm/titles.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "doc/passes/heading_number.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr double kLarger = 1.2;  // type of the document's title against all other titles
constexpr int kDeepest = 4;

bool is_title(const Region& region) { return region.block.type == BlockType::kTitle; }

// Text in one direction takes about so many em a character.
double width_em(std::string_view text) {
  constexpr double kLetter = 0.5;
  double sum = 0;
  for (const char32_t code : text::from_utf8(text)) sum += text::is_cjk(code) ? 1.0 : kLetter;
  return sum;
}

std::string text_of_line(const Line& line) {
  std::string text;
  for (const Span& span : line.spans) text += span.content;
  return text;
}

// Height of the type. What the model read has one box for all its lines: the area says how large
// the letters can be.
double type_size(const Block& block) {
  double sum = 0;
  for (const Line& line : block.lines) {
    const double width = line.bbox.width();
    const double height = line.bbox.height();
    const double em = width_em(text_of_line(line));
    const double by_area = em > 0 ? std::sqrt(width * height / em) : height;
    sum += std::min({height, width, by_area});
  }
  return block.lines.empty() ? 0 : sum / static_cast<double>(block.lines.size());
}

std::string_view text_of(const Block& block) {
  if (block.lines.empty() || block.lines.front().spans.empty()) return {};
  return block.lines.front().spans.front().content;
}

// nullptr: no title stands out.
Block* largest_title(Regions& regions) {
  Block* largest = nullptr;
  double height = 0;
  double next = 0;
  for (Region& region : regions) {
    if (!is_title(region)) continue;
    const double mine = type_size(region.block);
    if (mine > height) {
      next = height;
      height = mine;
      largest = &region.block;
    } else {
      next = std::max(next, mine);
    }
  }
  if (largest == nullptr || height < kLarger * next) return nullptr;
  return numbering_depth(text_of(*largest)) > 0 ? nullptr : largest;
}

}  // namespace

void set_title_levels(Regions& regions, const std::vector<ContentBlock>& content, PageKind kind,
                      Compat compat) {
  const auto type_of = [&](const Block& block) {
    return content[static_cast<size_t>(block.index)].type;
  };
  const bool named = std::any_of(regions.begin(), regions.end(), [&](const Region& region) {
    return type_of(region.block) == ContentType::kDocTitle;
  });
  const Block* document = kind == PageKind::kFirst && !named ? largest_title(regions) : nullptr;
  for (Region& region : regions) {
    if (!is_title(region)) continue;
    Block& block = region.block;
    const bool is_document = &block == document || type_of(block) == ContentType::kDocTitle;
    const int depth = compat == Compat::kProduct ? numbering_depth(text_of(block)) : 0;
    block.level = is_document ? 1 : std::min(kDeepest, std::max(2, depth + 1));
  }
}

}  // namespace mineru::doc::vlm
