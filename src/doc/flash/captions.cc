#include "doc/flash/captions.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "doc/flash/blocks.h"
#include "doc/flash/roles.h"

namespace mineru::doc::flash {

namespace {

constexpr double kFarthest = 5.0;  // lines of body text between a caption and its float

bool is_table(const Item& item) { return item.block.type == BlockType::kTable; }

BlockType caption_type(const Item& f) {
  return is_table(f) ? BlockType::kTableCaption : BlockType::kImageCaption;
}

// Smaller is better; negative: not a candidate.
double distance(const Item& caption, const Item& f, CaptionKind kind) {
  const Box& c = caption.paragraph.box;
  const Box& b = f.block.bbox;
  const double shared = x_overlap(c, b);
  if (shared < 0.3 * std::min(c.width(), b.width())) {
    // Some journals set the caption beside the figure.
    const bool beside =
        y_overlap(c, b) > 0.7 * std::min(c.height(), b.height()) && kind == CaptionKind::kFigure;
    return beside ? 2 * std::abs(std::max(c.x0 - b.x1, b.x0 - c.x1)) + 1 : -1;
  }
  const double gap = std::max({0.0, c.y0 - b.y1, b.y0 - c.y1});
  const bool above = c.center_y() < b.center_y();
  // Figures have it below, tables above, most of the time.
  const bool usual = is_table(f) ? above : !above;
  const bool right_kind = (kind == CaptionKind::kTable) == is_table(f);
  return gap + (usual ? 0 : 6) + (right_kind ? 0 : 18) + 0.001;
}

void add_child(Item& f, Block child) {
  f.block.bbox = unite(f.block.bbox, child.bbox);
  f.block.blocks.push_back(std::move(child));
}

void order_children(Item& f) {
  std::stable_sort(
      f.block.blocks.begin(), f.block.blocks.end(),
      [&](const Block& a, const Block& b) { return a.bbox.center_y() < b.bbox.center_y(); });
  for (size_t i = 0; i < f.block.blocks.size(); ++i) f.block.blocks[i].index = static_cast<int>(i);
}

// Bodies whose box a child may stand at: the float's own, not grown by other children.
Box body_box(const Item& f) {
  for (const Block& child : f.block.blocks) {
    if (child.type == BlockType::kImageBody || child.type == BlockType::kTableBody)
      return child.bbox;
  }
  return f.block.bbox;
}

void attach_named(std::vector<Item>& items, std::vector<bool>& gone, double body_size) {
  struct Choice {
    size_t caption;
    size_t target;
    double distance;
  };
  std::vector<Choice> choices;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_float || items[i].paragraph.role == Role::kContentsLine) continue;
    const CaptionKind kind = caption_kind(items[i].paragraph.text());
    if (kind == CaptionKind::kNone) continue;
    for (size_t k = 0; k < items.size(); ++k) {
      if (!items[k].is_float) continue;
      const double d = distance(items[i], items[k], kind);
      if (d >= 0 && d < kFarthest * 1.2 * body_size + 18) choices.push_back({i, k, d});
    }
  }
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.distance < b.distance; });
  std::vector<bool> has_caption(items.size(), false);
  for (const Choice& choice : choices) {
    if (gone[choice.caption] || has_caption[choice.target]) continue;
    has_caption[choice.target] = true;
    gone[choice.caption] = true;
    add_child(items[choice.target],
              text_block(items[choice.caption].paragraph, caption_type(items[choice.target])));
  }
}

// The text under a caption's last line that belongs to it: down to its table after a bare "Table
// 2", and the rest of a sentence whose short last line was read as part of a column.
bool continues_caption(const Block& caption, const Paragraph& p, const Item& f) {
  const double gap = p.box.y0 - caption.bbox.y1;
  const double height = p.rows.front().line.box.height();
  const bool alike = std::abs(height - caption.lines.front().bbox.height()) < 0.2 * p.size;
  if (!alike || gap < -0.5 * p.size || p.role == Role::kTitle) return false;
  const bool above_table = is_table(f) && caption.bbox.y1 < body_box(f).center_y();
  if (above_table && gap < 1.2 * p.size && p.box.y1 < body_box(f).y0 + 0.8 * p.size) {
    return x_overlap(p.box, body_box(f)) > 0;
  }
  const std::string& end = caption.lines.back().spans.back().content;
  const bool open =
      !end.empty() && std::string_view(".;:").find(end.back()) == std::string_view::npos;
  const bool same_edge = std::abs(p.box.x0 - caption.lines.back().bbox.x0) < 1.2 * p.size;
  return open && same_edge && gap < 0.6 * p.size &&
         p.box.width() < caption.lines.back().bbox.width();
}

bool is_caption(const Block& child) {
  return child.type == BlockType::kTableCaption || child.type == BlockType::kImageCaption;
}

void extend_captions(std::vector<Item>& items, std::vector<bool>& gone) {
  for (Item& f : items) {
    if (!f.is_float) continue;
    for (Block& caption : f.block.blocks) {
      if (!is_caption(caption)) continue;
      for (size_t i = 0; i < items.size(); ++i) {
        if (items[i].is_float || gone[i] || !continues_caption(caption, items[i].paragraph, f))
          continue;
        Block more = text_block(items[i].paragraph, caption.type);
        caption.bbox = unite(caption.bbox, more.bbox);
        for (Line& line : more.lines) caption.lines.push_back(std::move(line));
        f.block.bbox = unite(f.block.bbox, caption.bbox);
        gone[i] = true;
      }
    }
  }
}

// Small print right under a picture, no wider than it: a caption that names no number.
void attach_unnamed(std::vector<Item>& items, std::vector<bool>& gone, double body_size) {
  for (Item& f : items) {
    if (!f.is_float || is_table(f) || f.block.blocks.size() > 1) continue;
    const Box body = body_box(f);
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].is_float || gone[i]) continue;
      const Paragraph& p = items[i].paragraph;
      const double gap = p.box.y0 - body.y1;
      const bool below = gap > -0.3 * p.size && gap < 1.3 * p.size;
      const bool within = p.box.x0 > body.x0 - p.size && p.box.x1 < body.x1 + p.size;
      const bool small = p.size < 0.93 * body_size && p.rows.size() <= 4;
      if (p.role != Role::kText || !below || !within || !small) continue;
      gone[i] = true;
      add_child(f, text_block(p, BlockType::kImageCaption));
      break;
    }
  }
}

bool is_note(const Paragraph& p, const Box& table, double below, double body_size) {
  const double gap = p.box.y0 - below;
  const bool small = p.size < 0.96 * body_size || starts_like_footnote(p.rows.front());
  return p.role != Role::kTitle && p.role != Role::kEquation && small && gap > -0.3 * p.size &&
         gap < 1.3 * p.size && x_overlap(p.box, table) > 0.6 * p.box.width();
}

void attach_notes(std::vector<Item>& items, std::vector<bool>& gone, double body_size) {
  for (Item& f : items) {
    if (!f.is_float || !is_table(f)) continue;
    double below = body_box(f).y1;
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].is_float || gone[i]) continue;
      const Paragraph& p = items[i].paragraph;
      if (caption_kind(p.text()) != CaptionKind::kNone ||
          !is_note(p, body_box(f), below, body_size))
        continue;
      gone[i] = true;
      below = p.box.y1;
      add_child(f, text_block(p, BlockType::kTableFootnote));
    }
  }
}

}  // namespace

void attach_captions(std::vector<Item>& items, double body_size) {
  std::vector<bool> gone(items.size(), false);
  attach_named(items, gone, body_size);
  attach_unnamed(items, gone, body_size);
  extend_captions(items, gone);
  attach_notes(items, gone, body_size);
  for (Item& item : items) {
    if (item.is_float) order_children(item);
  }
  size_t index = 0;
  std::erase_if(items, [&](const Item&) { return gone[index++]; });
}

}  // namespace mineru::doc::flash
