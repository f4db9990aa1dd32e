#include "doc/block.h"

#include "doc/page.h"

namespace mineru::doc {

std::string_view block_type_name(BlockType type) {
  switch (type) {
    case BlockType::kText: return "text";
    case BlockType::kTitle: return "title";
    case BlockType::kRefText: return "ref_text";
    case BlockType::kPhonetic: return "phonetic";
    case BlockType::kInterlineEquation: return "interline_equation";
    case BlockType::kList: return "list";
    case BlockType::kImage: return "image";
    case BlockType::kTable: return "table";
    case BlockType::kChart: return "chart";
    case BlockType::kCode: return "code";
    case BlockType::kImageBody: return "image_body";
    case BlockType::kImageCaption: return "image_caption";
    case BlockType::kImageFootnote: return "image_footnote";
    case BlockType::kTableBody: return "table_body";
    case BlockType::kTableCaption: return "table_caption";
    case BlockType::kTableFootnote: return "table_footnote";
    case BlockType::kChartBody: return "chart_body";
    case BlockType::kChartCaption: return "chart_caption";
    case BlockType::kChartFootnote: return "chart_footnote";
    case BlockType::kCodeBody: return "code_body";
    case BlockType::kCodeCaption: return "code_caption";
    case BlockType::kCodeFootnote: return "code_footnote";
    case BlockType::kHeader: return "header";
    case BlockType::kFooter: return "footer";
    case BlockType::kPageNumber: return "page_number";
    case BlockType::kAsideText: return "aside_text";
    case BlockType::kPageFootnote: return "page_footnote";
  }
  return "text";
}

bool is_discarded(BlockType type) {
  return type == BlockType::kHeader || type == BlockType::kFooter ||
         type == BlockType::kPageNumber || type == BlockType::kAsideText ||
         type == BlockType::kPageFootnote;
}

std::string_view span_type_name(SpanType type) {
  switch (type) {
    case SpanType::kText: return "text";
    case SpanType::kInlineEquation: return "inline_equation";
    case SpanType::kInterlineEquation: return "interline_equation";
    case SpanType::kImage: return "image";
    case SpanType::kTable: return "table";
    case SpanType::kChart: return "chart";
    case SpanType::kUnknown: return "unknown";
  }
  return "text";
}

std::string_view page_status_name(PageStatus status) {
  switch (status) {
    case PageStatus::kOk: return "ok";
    case PageStatus::kFailed: return "failed";
    case PageStatus::kSkipped: return "skipped";
    case PageStatus::kTimeout: return "timeout";
  }
  return "failed";
}

}  // namespace mineru::doc
