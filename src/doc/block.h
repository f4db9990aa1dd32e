// One recognised region of a page, in the shape of the reference's middle.json, whose field names
// it keeps (spec of MinerU 3.4, "middle.json"). Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "media/geometry.h"

namespace mineru::doc {

using media::Box;

enum class BlockType {
  // text-like: `lines`
  kText,
  kTitle,
  kRefText,
  kPhonetic,
  kInterlineEquation,
  // containers: `blocks`
  kList,   // children kText or kRefText, one an item
  kImage,  // one *_body child, then captions and footnotes, in index order
  kTable,
  kChart,
  kCode,
  // children of containers: `lines`
  kImageBody,
  kImageCaption,
  kImageFootnote,
  kTableBody,
  kTableCaption,
  kTableFootnote,
  kChartBody,
  kChartCaption,
  kChartFootnote,
  kCodeBody,
  kCodeCaption,
  kCodeFootnote,
  // not part of the running text: kept in the JSON, left out of the Markdown
  kHeader,
  kFooter,
  kPageNumber,
  kAsideText,
  kPageFootnote,
};

// "page_footnote", the name in every JSON file.
std::string_view block_type_name(BlockType type);
// Header, footer, page number, aside text, page footnote.
bool is_discarded(BlockType type);

enum class SpanType {
  kText,
  kInlineEquation,
  kInterlineEquation,
  kImage,
  kTable,
  kChart,
  kUnknown,  // shown nowhere: what the reference makes of some captions (Compat::kReference only)
};
std::string_view span_type_name(SpanType type);

struct Span {
  SpanType type = SpanType::kText;
  Box bbox;
  std::string content;      // text; LaTeX; description of a picture
  std::string html;         // tables only: "<table>...</table>"
  std::string image_path;   // file name in images/, empty when none was cut
  bool cross_page = false;  // came from another page by merging
};

struct Line {
  Box bbox;
  std::vector<Span> spans;
};

// A picture or chart that is part of a larger picture.
struct SubImage {
  SpanType type = SpanType::kImage;
  Box bbox;  // as parts of the larger one's sides: 0..1
  Box cut;   // points; where a file of its own is to be cut, which nothing refers to
};

// `sub_type` of an interline equation whose content is the formula's visible characters, not LaTeX.
inline constexpr const char* kFormulaText = "formula_text";

struct Block {
  BlockType type = BlockType::kText;
  Box bbox;                      // points, displayed page space
  std::optional<int> angle = 0;  // how far its content is turned clockwise: 0, 90, 180, 270
  int index = 0;                 // place in the reading order of the page
  int level = 0;                 // titles: 1..4; 0 = no heading after all
  std::string sub_type;          // list: text|ref_text; code: code|algorithm; pictures: free
  std::string language;          // code: "python", "" if unknown
  std::vector<Line> lines;
  std::vector<Block> blocks;
  std::vector<SubImage> sub_images;  // pictures: the parts that were found on their own
  std::vector<int> cell_merge;       // tables: 1 where the first row continues a cell overleaf
  bool merge_prev = false;           // text: continues the previous text block
  bool was_caption = false;          // text: a caption or footnote of no picture
  bool lines_deleted = false;        // its lines were moved into an earlier block
  bool cross_page = false;           // came from another page by merging
  std::optional<double> confidence;  // 0..1, when recognised rather than read from the PDF
  // 0..1, of the least certain token, when a model read it.
  std::optional<double> min_confidence = {};
};

}  // namespace mineru::doc
