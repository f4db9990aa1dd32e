#include "doc/passes/merge_para_text.h"

#include <string_view>
#include <vector>

#include "doc/passes/escape_markdown.h"
#include "doc/passes/fullwidth.h"
#include "doc/passes/language.h"
#include "doc/passes/line_hyphen.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

// A span as it will stand in the paragraph, white space around it removed.
struct Piece {
  SpanType type = SpanType::kText;
  std::string text;
  bool ends_line = false;
  bool before_lower = false;  // the next line starts with text in lower case
};

bool is_joinable(const Piece& piece) { return piece.type != SpanType::kInterlineEquation; }

std::string display_formula(const Span& span, const MergeOptions& options) {
  if (options.formulas) return "$$\n" + span.content + "\n$$";
  if (span.image_path.empty()) return {};
  return std::string("![](") + kImageFolder + "/" + span.image_path + ")";
}

std::string span_text(const Span& span, const Block& block, const MergeOptions& options) {
  switch (span.type) {
    case SpanType::kText: {
      std::string text = narrow_alphanumerics(span.content);
      return block.type == BlockType::kCodeBody ? text : escape_markdown_text(text);
    }
    case SpanType::kInlineEquation: return "$" + span.content + "$";
    case SpanType::kInterlineEquation: return display_formula(span, options);
    case SpanType::kImage:
    case SpanType::kTable:
    case SpanType::kChart: return {};
  }
  return {};
}

bool starts_with_lower(const Line& line) {
  if (line.spans.empty() || line.spans.front().type != SpanType::kText) return false;
  const std::string_view text = line.spans.front().content;
  const std::u32string first = text::from_utf8(text.substr(0, 4));
  return !first.empty() && text::is_lower(first.front());
}

std::vector<Piece> pieces_of(const Block& block, const MergeOptions& options) {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < block.lines.size(); ++i) {
    const auto& spans = block.lines[i].spans;
    const bool before_lower = i + 1 < block.lines.size() && starts_with_lower(block.lines[i + 1]);
    for (const Span& span : spans) {
      const std::string text = span_text(span, block, options);
      const std::string_view stripped = text::trim(text);
      if (stripped.empty()) continue;
      pieces.push_back({span.type, std::string(stripped), &span == &spans.back(), before_lower});
    }
  }
  return pieces;
}

std::string_view language_of(const Block& block) {
  std::string text;
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) {
      if (span.type == SpanType::kText) text += span.content;
    }
  }
  return detect_language(text);
}

bool meet_without_cjk(const Piece& left, const Piece& right) {
  const std::u32string before = text::from_utf8(left.text);
  const std::u32string after = text::from_utf8(right.text);
  return !text::is_cjk(before.back()) && !text::is_cjk(after.front());
}

// Appends `piece`, which `next` (the next text or inline formula; null: none) will follow.
void append(std::string& out, const Piece& piece, const Piece* next, bool without_spaces) {
  const bool wraps = piece.ends_line && piece.type == SpanType::kText;
  if (without_spaces) {
    out += piece.text;
    if (next != nullptr && !wraps) out += ' ';
    return;
  }
  if (wraps && ends_with_hyphen(piece.text)) {
    out += piece.before_lower ? without_last_character(piece.text) : std::string_view(piece.text);
    return;
  }
  out += piece.text;
  if (next != nullptr) out += ' ';
}

}  // namespace

std::string merge_para_text(const Block& block, const MergeOptions& options) {
  const std::vector<Piece> pieces = pieces_of(block, options);
  const bool cjk = is_cjk_language(language_of(block));
  std::string out;
  const Piece* next = nullptr;
  std::vector<const Piece*> following(pieces.size(), nullptr);
  for (size_t i = pieces.size(); i-- > 0;) {
    following[i] = next;
    if (is_joinable(pieces[i])) next = &pieces[i];
  }
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (!is_joinable(piece)) {
      out += piece.text;
      continue;
    }
    const bool latin_break = options.join == LineJoin::kByScript && following[i] != nullptr &&
                             meet_without_cjk(piece, *following[i]);
    append(out, piece, following[i], cjk && !latin_break);
  }
  if (block.type == BlockType::kText && !options.list_item) return escape_block_prefix(out);
  return out;
}

}  // namespace mineru::doc
