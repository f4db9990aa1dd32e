#include "doc/writers/inline_text.h"

#include <vector>

#include "doc/passes/fullwidth.h"
#include "doc/passes/line_hyphen.h"
#include "text/html.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

std::string as_read(const Span& span) {
  switch (span.type) {
    case SpanType::kText: return narrow_alphanumerics(span.content);
    case SpanType::kInlineEquation:
    case SpanType::kInterlineEquation: return span.content;
    case SpanType::kImage:
    case SpanType::kTable:
    case SpanType::kChart:
    case SpanType::kUnknown: return {};
  }
  return {};
}

template <typename Show>
std::string joined(const Block& block, LineJoin join, Show show) {
  const std::vector<Piece> pieces = pieces_of(block, as_read);
  const std::vector<Joint> joints = line_joints(block, pieces, join);
  std::string out;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view text = pieces[i].text;
    out += show(*pieces[i].span,
                joints[i] == Joint::kDropHyphen ? without_last_character(text) : text);
    if (joints[i] == Joint::kSpace) out += ' ';
  }
  return out;
}

}  // namespace

std::string plain_text(const Block& block, LineJoin join) {
  return joined(block, join, [](const Span&, std::string_view text) { return std::string(text); });
}

std::string inline_html(const Block& block, const std::function<std::string(const Span&)>& formula,
                        LineJoin join) {
  return joined(block, join, [&](const Span& span, std::string_view text) {
    return span.type == SpanType::kText ? safe_text_with_scripts(text) : formula(span);
  });
}

std::string safe_text(std::string_view text) {
  std::string out;
  for (const char32_t code : text::from_utf8(text)) {
    if (code == 0x7F || text::is_control(code)) continue;
    switch (code) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: text::append_utf8(out, code);
    }
  }
  return out;
}

std::string safe_text_with_scripts(std::string_view text) {
  std::string out;
  size_t plain = 0;
  for (size_t at = text.find("<su"); at != std::string_view::npos; at = text.find("<su", at + 1)) {
    const std::string_view tag = text.substr(at, 5);
    if (tag != "<sup>" && tag != "<sub>") continue;
    const std::string closing = "</" + std::string(tag.substr(1));
    // A script is short; what lies far away closes something else.
    constexpr size_t kLongest = 200;
    const size_t length = text.substr(at, kLongest).find(closing);
    if (length == std::string_view::npos) continue;
    const size_t close = at + length;
    out += safe_text(text.substr(plain, at - plain));
    out += tag;
    out += safe_text(text.substr(at + tag.size(), close - at - tag.size()));
    out += closing;
    plain = close + closing.size();
    at = plain - 1;
  }
  return out + safe_text(text.substr(plain));
}

}  // namespace mineru::doc
