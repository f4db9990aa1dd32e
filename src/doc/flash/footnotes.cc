#include "doc/flash/footnotes.h"

#include <algorithm>
#include <cmath>

#include "doc/flash/roles.h"

namespace mineru::doc::flash {

namespace {

// y of a rule that parts footnotes from the text of this column; 0 if there is none.
double footnote_rule(const Box& column, const PageFacts& facts) {
  double y = 0;
  for (const media::NativeRule& rule : facts.rules) {
    const double width = rule.box.width();
    const bool shape = rule.horizontal && width > 20 && width < 0.62 * column.width();
    const bool place = std::abs(rule.box.x0 - column.x0) < 0.08 * column.width() + 3 &&
                       rule.box.y0 > 0.35 * facts.frame.size().height;
    if (shape && place) y = std::max(y, rule.box.y0);
  }
  return y;
}

bool is_small(const Paragraph& p, const TextContext& context) {
  return p.size < (context.ocr ? 0.9 : 0.96) * context.body_size;
}

}  // namespace

void mark_footnotes(std::vector<Paragraph>& paragraphs, const Box& column, const PageFacts& facts,
                    const TextContext& context) {
  const double height = facts.frame.size().height;
  const double rule = footnote_rule(column, facts);
  if (rule > 0) {
    bool all = true;
    for (const Paragraph& p : paragraphs) {
      if (p.box.center_y() > rule)
        all = all && (is_small(p, context) || starts_like_footnote(p.rows.front()));
    }
    for (Paragraph& p : paragraphs) {
      if (all && p.box.center_y() > rule && caption_kind(p.text()) == CaptionKind::kNone)
        p.role = Role::kFootnote;
    }
    if (all) return;
  }
  // Without a rule: from the end upwards, as long as it is small; the first one must carry a mark.
  size_t first = paragraphs.size();
  for (size_t i = paragraphs.size(); i-- > 0;) {
    const Paragraph& p = paragraphs[i];
    if (p.box.y0 < 0.45 * height || p.size > 0.91 * context.body_size ||
        p.role == Role::kReference || p.role == Role::kEquation || p.role == Role::kCode ||
        caption_kind(p.text()) != CaptionKind::kNone) {
      break;
    }
    if (starts_like_footnote(p.rows.front()) || p.rows.front().marker != Marker::kNone) first = i;
  }
  for (size_t i = first; i < paragraphs.size(); ++i) paragraphs[i].role = Role::kFootnote;
}

}  // namespace mineru::doc::flash
