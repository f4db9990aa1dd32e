#include "doc/vlm/region_conversion.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "doc/passes/content_clean.h"
#include "doc/vlm/inline_formula.h"
#include "doc/writers/int_box.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

struct Kind {
  Role role = Role::kLeaf;
  BlockType type = BlockType::kText;
  SpanType span = SpanType::kText;
  int level = 0;  // of titles
};

// Types that only later checkpoints know, and that the reference's vlm backend does not handle.
std::optional<Kind> rare_kind(ContentType type, Compat compat) {
  const bool product = compat == Compat::kProduct;
  switch (type) {
    case ContentType::kCaption:
      if (product) return Kind{Role::kCaption};
      return Kind{Role::kCaption, BlockType::kText, SpanType::kUnknown};
    case ContentType::kFootnote:
      if (product) return Kind{Role::kFootnote};
      return Kind{Role::kFootnote, BlockType::kText, SpanType::kUnknown};
    case ContentType::kDocTitle:
      if (product) return Kind{Role::kLeaf, BlockType::kTitle, SpanType::kText, 1};
      return std::nullopt;
    case ContentType::kParagraphTitle:
      if (product) return Kind{Role::kLeaf, BlockType::kTitle, SpanType::kText, 2};
      return std::nullopt;
    case ContentType::kFormulaNumber:
    case ContentType::kIndex:
    case ContentType::kListItem:
      if (product) return Kind{};
      return std::nullopt;
    default: return std::nullopt;  // equation_block, unknown: they hold nothing of their own
  }
}

std::optional<Kind> kind_of(ContentType type, Compat compat) {
  switch (type) {
    case ContentType::kText: return Kind{};
    case ContentType::kTitle: return Kind{Role::kLeaf, BlockType::kTitle, SpanType::kText, 1};
    case ContentType::kRefText: return Kind{Role::kLeaf, BlockType::kRefText};
    case ContentType::kPhonetic: return Kind{Role::kLeaf, BlockType::kPhonetic};
    case ContentType::kEquation:
      return Kind{Role::kLeaf, BlockType::kInterlineEquation, SpanType::kInterlineEquation};
    case ContentType::kList: return Kind{Role::kList, BlockType::kList};
    case ContentType::kImage: return Kind{Role::kBody, BlockType::kImageBody, SpanType::kImage};
    case ContentType::kImageBlock:
      return Kind{Role::kImageBlock, BlockType::kImageBody, SpanType::kImage};
    case ContentType::kTable: return Kind{Role::kBody, BlockType::kTableBody, SpanType::kTable};
    case ContentType::kChart: return Kind{Role::kBody, BlockType::kChartBody, SpanType::kChart};
    case ContentType::kCode:
    case ContentType::kAlgorithm: return Kind{Role::kBody, BlockType::kCodeBody};
    case ContentType::kImageCaption:
    case ContentType::kTableCaption:
    case ContentType::kCodeCaption: return Kind{Role::kCaption};
    case ContentType::kImageFootnote:
    case ContentType::kTableFootnote: return Kind{Role::kFootnote};
    case ContentType::kHeader: return Kind{Role::kDiscarded, BlockType::kHeader};
    case ContentType::kFooter: return Kind{Role::kDiscarded, BlockType::kFooter};
    case ContentType::kPageNumber: return Kind{Role::kDiscarded, BlockType::kPageNumber};
    case ContentType::kAsideText: return Kind{Role::kDiscarded, BlockType::kAsideText};
    case ContentType::kPageFootnote: return Kind{Role::kDiscarded, BlockType::kPageFootnote};
    default: return rare_kind(type, compat);
  }
}

Box to_points(const ContentBlock& content, const media::PageSize& size) {
  const int width = to_int_side(size.width);
  const int height = to_int_side(size.height);
  const auto& [x0, y0, x1, y1] = content.bbox;
  const IntBox box = to_int_box({x0 * width, y0 * height, x1 * width, y1 * height});
  return {static_cast<double>(box.x0), static_cast<double>(box.y0), static_cast<double>(box.x1),
          static_cast<double>(box.y1)};
}

std::string_view trim_left(std::string_view bytes) {
  const std::string_view trimmed = text::trim(bytes);
  if (trimmed.empty()) return {};
  return bytes.substr(static_cast<size_t>(trimmed.data() - bytes.data()));
}

// A line end and the white space behind it are one blank: a title is one line.
std::string on_one_line(std::string_view title) {
  size_t end = std::min(title.find('\n'), title.size());
  std::string out(title.substr(0, end));
  while (end < title.size()) {
    const size_t start = end + 1;
    end = std::min(title.find('\n', start), title.size());
    const std::string_view line = trim_left(title.substr(start, end - start));
    if (!line.empty()) out.append(" ").append(line);
  }
  return std::string(text::trim(out));
}

std::string text_content(const std::string& raw, BlockType type) {
  if (type == BlockType::kCodeBody) return clean_brackets(clean_code(raw));
  if (type == BlockType::kTitle) return clean_brackets(on_one_line(raw));
  return clean_brackets(raw);
}

std::vector<Span> spans_of(const ContentBlock& content, const Block& block, SpanType type) {
  const std::string raw = content.content.value_or("");
  if (type == SpanType::kText) {
    return split_inline_formulas(text_content(raw, block.type), block.bbox);
  }
  Span span;
  span.type = type;
  span.bbox = block.bbox;
  if (type == SpanType::kTable) {
    span.html = raw;
  } else if (type == SpanType::kInterlineEquation) {
    span.content = clean_formula(raw);
  } else if (content.type != ContentType::kImageBlock) {
    span.content = raw;
  }
  return {std::move(span)};
}

void set_code_kind(Block& block, ContentType type) {
  const auto& spans = block.lines.front().spans;
  const bool has_formulas = spans.size() > 1 || spans.front().type == SpanType::kInlineEquation;
  block.sub_type = type == ContentType::kAlgorithm || has_formulas ? "algorithm" : "code";
}

Region to_region(const ContentBlock& content, const Kind& kind, const media::PageSize& size) {
  Region region;
  region.role = kind.role;
  Block& block = region.block;
  block.type = kind.type;
  block.bbox = to_points(content, size);
  block.angle = content.angle;
  block.level = kind.level;
  block.sub_type = content.sub_type.value_or("");
  block.cell_merge = content.cell_merge;
  block.merge_prev = content.merge_prev;
  block.confidence = content.confidence;
  block.min_confidence = content.min_confidence;
  if (kind.role == Role::kList) return region;
  block.lines.push_back({block.bbox, spans_of(content, block, kind.span)});
  if (kind.type == BlockType::kCodeBody) set_code_kind(block, content.type);
  return region;
}

}  // namespace

Regions to_regions(const std::vector<ContentBlock>& content, const media::PageSize& size,
                   Compat compat) {
  Regions regions;
  for (size_t i = 0; i < content.size(); ++i) {
    std::optional<Kind> kind = kind_of(content[i].type, compat);
    if (!kind) continue;
    // "#" alone is no heading: a title that could not be read is an empty text.
    const bool is_blank = text::trim(content[i].content.value_or("")).empty();
    if (compat == Compat::kProduct && kind->type == BlockType::kTitle && is_blank) kind = Kind{};
    Region region = to_region(content[i], *kind, size);
    region.block.index = static_cast<int>(i);
    regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace mineru::doc::vlm
