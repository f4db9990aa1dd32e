#include "doc/passes/line_joints.h"

#include <string_view>

#include "doc/passes/language.h"
#include "doc/passes/line_hyphen.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

bool is_joinable(const Piece& piece) { return piece.span->type != SpanType::kInterlineEquation; }

bool starts_with_lower(const Line& line) {
  if (line.spans.empty() || line.spans.front().type != SpanType::kText) return false;
  const std::string_view text = line.spans.front().content;
  const std::u32string first = text::from_utf8(text.substr(0, 4));
  return !first.empty() && text::is_lower(first.front());
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

// `next`: the next text or inline formula; null: none.
Joint joint_after(const Piece& piece, const Piece* next, bool without_spaces) {
  const bool wraps = piece.ends_line && piece.span->type == SpanType::kText;
  const Joint space = next != nullptr ? Joint::kSpace : Joint::kNone;
  if (without_spaces) return wraps ? Joint::kNone : space;
  if (!wraps || !ends_with_hyphen(piece.text)) return space;
  return piece.before_lower ? Joint::kDropHyphen : Joint::kNone;
}

}  // namespace

std::vector<Piece> pieces_of(const Block& block,
                             const std::function<std::string(const Span&)>& shown) {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < block.lines.size(); ++i) {
    const auto& spans = block.lines[i].spans;
    const bool before_lower = i + 1 < block.lines.size() && starts_with_lower(block.lines[i + 1]);
    for (const Span& span : spans) {
      const std::string text = shown(span);
      const std::string_view stripped = text::trim(text);
      if (stripped.empty()) continue;
      pieces.push_back({&span, std::string(stripped), &span == &spans.back(), before_lower});
    }
  }
  return pieces;
}

std::vector<Joint> line_joints(const Block& block, const std::vector<Piece>& pieces,
                               LineJoin join) {
  const bool cjk = is_cjk_language(language_of(block));
  std::vector<Joint> joints(pieces.size(), Joint::kNone);
  const Piece* next = nullptr;
  for (size_t i = pieces.size(); i-- > 0;) {
    const Piece& piece = pieces[i];
    if (!is_joinable(piece)) continue;
    const bool latin_break =
        join == LineJoin::kByScript && next != nullptr && meet_without_cjk(piece, *next);
    joints[i] = joint_after(piece, next, cjk && !latin_break);
    next = &piece;
  }
  return joints;
}

}  // namespace mineru::doc
