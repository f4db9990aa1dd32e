// One region that the model found on a page, and what it read there: the unit between the replies
// of the model and the documents made of them (the reference's ContentBlock). Plain values.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "media/geometry.h"

namespace mineru::doc::vlm {

enum class ContentType {
  kText,
  kTitle,
  kDocTitle,
  kParagraphTitle,
  kTable,
  kEquation,
  kFormulaNumber,
  kCode,
  kAlgorithm,
  kAsideText,
  kRefText,
  kIndex,
  kPhonetic,
  kListItem,
  kCaption,
  kTableCaption,
  kImageCaption,
  kCodeCaption,
  kFootnote,
  kTableFootnote,
  kImageFootnote,
  kHeader,
  kFooter,
  kPageNumber,
  kPageFootnote,
  kImage,
  kChart,
  kList,
  kImageBlock,
  kEquationBlock,
  kUnknown,
};

// "table_caption", as the model and the JSON files spell it.
std::string_view content_type_name(ContentType type);
std::optional<ContentType> content_type_from_name(std::string_view name);

struct ContentBlock {
  ContentType type = ContentType::kText;
  std::array<double, 4>
      bbox{};                // x1, y1, x2, y2 as parts of the page's sides: 0..1, x1 < x2, y1 < y2
  std::optional<int> angle;  // how far its content is turned clockwise: 0, 90, 180, 270
  std::optional<std::string> content;   // nothing: not read (yet)
  bool merge_prev = false;              // kText only: continues the text block before it
  std::optional<std::string> sub_type;  // set by image analysis, may be ""
  std::vector<int> cell_merge;  // kTable: 1 where the first row continues a cell of the page before
  std::optional<double> confidence;           // mean probability of the tokens of `content`
  std::optional<double> min_confidence = {};  // the least of them

  // Working fields, gone when post-processing is done.
  std::map<std::string, std::string> table_images;  // "[AC7K]" in `content` -> data: URI
  bool absorbed_by_table = false;                   // a picture that is part of a table

  bool operator==(const ContentBlock&) const = default;
};

// The part of the page it covers; 0..1 in both directions.
inline media::Box box_of(const ContentBlock& block) {
  return {block.bbox[0], block.bbox[1], block.bbox[2], block.bbox[3]};
}

}  // namespace mineru::doc::vlm
