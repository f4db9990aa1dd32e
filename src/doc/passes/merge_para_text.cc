#include "doc/passes/merge_para_text.h"

#include <algorithm>
#include <string_view>

#include "doc/passes/escape_markdown.h"
#include "doc/passes/fullwidth.h"
#include "doc/passes/latex.h"
#include "doc/passes/line_hyphen.h"

namespace mineru::doc {

namespace {

std::string display_formula(const Span& span, const MergeOptions& options) {
  if (options.formulas) return "$$\n" + span.content + "\n$$";
  if (span.image_path.empty()) return {};
  return std::string("![](") + kImageFolder + "/" + span.image_path + ")";
}

// Longer backticks than any inside; a blank where it begins or ends with one.
std::string code_span(const std::string& text) {
  size_t longest = 0;
  size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string_view blank = longest > 0 ? " " : "";
  return fence + std::string(blank) + text + std::string(blank) + fence;
}

// What no renderer accepts is shown as it was read.
std::string inline_formula(const Span& span, const MergeOptions& options) {
  const bool reference = options.join == LineJoin::kReference;
  if (reference || is_valid_latex(span.content)) return "$" + span.content + "$";
  return code_span(span.content);
}

std::string span_text(const Span& span, const Block& block, const MergeOptions& options) {
  switch (span.type) {
    case SpanType::kText: {
      std::string text = narrow_alphanumerics(span.content);
      return block.type == BlockType::kCodeBody ? text : escape_markdown_text(text);
    }
    case SpanType::kInlineEquation: return inline_formula(span, options);
    case SpanType::kInterlineEquation: return display_formula(span, options);
    case SpanType::kImage:
    case SpanType::kTable:
    case SpanType::kChart:
    case SpanType::kUnknown: return {};
  }
  return {};
}

}  // namespace

std::string merge_para_text(const Block& block, const MergeOptions& options) {
  const std::vector<Piece> pieces =
      pieces_of(block, [&](const Span& span) { return span_text(span, block, options); });
  const std::vector<Joint> joints = line_joints(block, pieces, options.join);
  std::string out;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const bool drop = joints[i] == Joint::kDropHyphen;
    out += drop ? without_last_character(pieces[i].text) : std::string_view(pieces[i].text);
    if (joints[i] == Joint::kSpace) out += ' ';
  }
  if (block.type == BlockType::kText && !options.list_item) return escape_block_prefix(out);
  return out;
}

}  // namespace mineru::doc
