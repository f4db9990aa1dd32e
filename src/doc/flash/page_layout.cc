#include "doc/flash/page_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "doc/flash/blocks.h"
#include "doc/flash/captions.h"
#include "doc/flash/columns.h"
#include "doc/flash/figures.h"
#include "doc/flash/footnotes.h"
#include "doc/flash/furniture.h"
#include "doc/flash/roles.h"
#include "doc/flash/table.h"
#include "doc/passes/heading_number.h"

namespace mineru::doc::flash {

namespace {

constexpr int kLeastTurnedChars = 30;  // less text in another direction is a label or a stamp
// Maps and hostile pages: the passes compare pieces of text with each other, so their number must
// have an end.
constexpr size_t kMostSegments = 8000;

// A scan's pictures (often in strips) lie under the text that was read from them: no figures.
void drop_scanned_page(PageFacts& facts) {
  if (!facts.used_ocr || facts.segments.empty()) return;
  std::erase_if(facts.graphics, [](const media::NativeGraphic& g) {
    return g.kind == media::NativeGraphic::Kind::kImage;
  });
}

// Items of one column, top to bottom: paragraphs between the floats.
void add_region(const Region& region, size_t first_float, std::vector<Segment>& segments,
                std::vector<Item>& floats, const PageFacts& facts, TextContext& context,
                std::vector<Item>& items) {
  std::vector<Segment> texts;
  std::vector<Item> here;
  Box column;
  for (const int i : region.elements) {
    const auto index = static_cast<size_t>(i);
    if (index < first_float) {
      column = unite(column, segments[index].box);
      texts.push_back(std::move(segments[index]));
    } else {
      here.push_back(std::move(floats[index - first_float]));
    }
  }
  std::stable_sort(here.begin(), here.end(), [](const Item& a, const Item& b) {
    return a.block.bbox.center_y() < b.block.bbox.center_y();
  });
  std::vector<std::vector<Segment>> slots(here.size() + 1);
  for (Segment& s : texts) {
    size_t slot = 0;
    while (slot < here.size() && here[slot].block.bbox.center_y() < s.box.center_y()) ++slot;
    slots[slot].push_back(std::move(s));
  }
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    std::vector<Paragraph> paragraphs =
        paragraphs_of(rows_of(std::move(slots[slot]), column), column, context);
    mark_footnotes(paragraphs, column, facts, context);
    for (Paragraph& p : paragraphs) {
      Item item;
      item.paragraph = std::move(p);
      items.push_back(std::move(item));
    }
    if (slot < here.size()) items.push_back(std::move(here[slot]));
  }
}

Item float_item(Block block) {
  Item item;
  item.is_float = true;
  item.block = std::move(block);
  return item;
}

// Everything of the frame in reading order.
std::vector<Item> items_of(PageFacts& facts, TextContext& context) {
  std::vector<Item> floats;
  std::vector<Box> table_boxes;
  for (const Table& table :
       extract_tables(facts.segments, facts.rules, facts.graphics, context.body_size)) {
    table_boxes.push_back(table.box);
    floats.push_back(float_item(table_block(table)));
  }
  for (const Figure& figure : extract_figures(facts, table_boxes, context.body_size)) {
    floats.push_back(float_item(image_block(figure)));
  }
  std::vector<Element> elements;
  for (const Segment& s : facts.segments) elements.push_back({s.box, true});
  for (const Item& f : floats) elements.push_back({f.block.bbox, false});
  const size_t first_float = facts.segments.size();
  std::vector<Item> items;
  for (const Region& region : reading_order(elements, std::max(4.5, 0.62 * context.body_size))) {
    add_region(region, first_float, facts.segments, floats, facts, context, items);
  }
  attach_captions(items, context.body_size);
  return items;
}

class BlockBuilder {
 public:
  BlockBuilder(const Profile& profile, LaidPage& out) : profile_(profile), out_(out) {}

  void add_items(std::vector<Item>& items);

 private:
  // Number of items from `first` on that share its role, as one list or listing.
  size_t same_role(const std::vector<Item>& items, size_t first) const;
  void add_list(std::vector<Item>& items, size_t first, size_t count, std::string_view sub_type);
  void add_paragraph(const Paragraph& p);
  void add_title(const Paragraph& p);
  void add(Block block, Flow flow = {});

  const Profile& profile_;
  LaidPage& out_;
  bool below_title_ = false;  // nothing but the document's title and such lines before
};

// The text at the top of a column that ends an item begun in the column before.
bool continues_item(const Paragraph& item, const Paragraph& next) {
  const bool is_item = item.role == Role::kListItem || item.role == Role::kReference;
  if (!is_item || !next.first_in_column) return false;
  if (next.role == item.role && next.hangs_over) return next.rows.front().marker == Marker::kNone;
  const bool same_place = std::abs(next.indent - item.text_indent) < 0.6 * item.size;
  const std::string end = item.rows.back().line.plain_text();
  const bool open = !end.empty() && end.back() != '.' && end.back() != ';' && end.back() != ':';
  return item.role == Role::kListItem && next.role == Role::kText && same_place && open;
}

void join_broken_items(std::vector<Item>& items) {
  for (size_t i = 1; i < items.size(); ++i) {
    if (items[i].is_float || items[i - 1].is_float) continue;
    Paragraph& item = items[i - 1].paragraph;
    if (!continues_item(item, items[i].paragraph)) continue;
    for (Row& row : items[i].paragraph.rows) item.rows.push_back(std::move(row));
    item.box = unite(item.box, items[i].paragraph.box);
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i--));
  }
}

size_t BlockBuilder::same_role(const std::vector<Item>& items, size_t first) const {
  const auto goes_on = [&](size_t i) {
    if (items[i].is_float || items[i].paragraph.role != items[first].paragraph.role) return false;
    // In the next column begins another list, so that no block lies across columns.
    return x_overlap(items[i].paragraph.box, items[i - 1].paragraph.box) > 0;
  };
  size_t end = first + 1;
  while (end < items.size() && goes_on(end)) ++end;
  return end - first;
}

void BlockBuilder::add(Block block, Flow flow) {
  out_.page.para_blocks.push_back(std::move(block));
  out_.flows.push_back(flow);
}

void BlockBuilder::add_list(std::vector<Item>& items, size_t first, size_t count,
                            std::string_view sub_type) {
  std::vector<Paragraph> parts;
  for (size_t i = first; i < first + count; ++i) parts.push_back(std::move(items[i].paragraph));
  add(sub_type == "code" ? code_block(parts) : list_block(parts, sub_type));
}

// Authors, a subtitle, a date: larger than the text, right under the document's title.
void BlockBuilder::add_title(const Paragraph& p) {
  const int level = heading_level(p, profile_);
  const std::string text = p.text();
  const bool plain = !p.bold && numbering_depth(text) == 0 && !is_known_heading(text);
  if (below_title_ && plain && level > 1) {
    add(text_block(p, BlockType::kText));
    return;
  }
  add(title_block(p, level));
  below_title_ = level == 1 && profile_.has_document_title;
}

void BlockBuilder::add_paragraph(const Paragraph& p) {
  switch (p.role) {
    case Role::kTitle: add_title(p); return;
    case Role::kEquation: add(equation_block(p)); break;
    case Role::kFootnote:
      out_.page.discarded_blocks.push_back(text_block(p, BlockType::kPageFootnote));
      break;
    default: add(text_block(p, BlockType::kText), {p.starts_new, p.ends_full});
  }
}

void BlockBuilder::add_items(std::vector<Item>& items) {
  join_broken_items(items);
  for (size_t i = 0; i < items.size();) {
    if (items[i].is_float) {
      add(std::move(items[i].block));
      ++i;
      continue;
    }
    const Role role = items[i].paragraph.role;
    const size_t count = same_role(items, i);
    if (role == Role::kCode) {
      add_list(items, i, count, "code");
    } else if (role == Role::kReference) {
      add_list(items, i, count, "ref_text");
    } else if (role == Role::kContentsLine || (role == Role::kListItem && count > 1) ||
               (role == Role::kListItem &&
                items[i].paragraph.rows.front().marker == Marker::kBullet)) {
      add_list(items, i, count, "text");
    } else {
      add_paragraph(items[i].paragraph);
      ++i;
      continue;
    }
    i += count;
  }
}

// A text direction of its own: laid out as a page by itself, standing as one float on this one.
std::vector<Block> layout_turned(const PageFacts& facts, const TurnedText& turned,
                                 const Profile& profile, TextContext context) {
  PageFacts part;
  part.frame = turned.frame;
  part.segments = turned.segments;
  Box box;
  for (const Segment& s : part.segments) box = unite(box, s.box);
  const Box reach = inflate(box, 12, 12);
  for (media::NativeRule rule : facts.rules) {
    rule.box = turned.frame.to_upright(facts.frame.to_displayed(rule.box));
    if ((turned.frame.rotate_cw - facts.frame.rotate_cw) % 180 != 0)
      rule.horizontal = !rule.horizontal;
    if (covered(inflate(rule.box, 0.1, 0.1), reach) > 0.8) part.rules.push_back(rule);
  }
  LaidPage laid;
  std::vector<Item> items = items_of(part, context);
  BlockBuilder(profile, laid).add_items(items);
  std::vector<Block> blocks = std::move(laid.page.para_blocks);
  for (Block& block : laid.page.discarded_blocks) blocks.push_back(std::move(block));
  for (Block& block : blocks) to_displayed(block, turned.frame);
  return blocks;
}

// Margin stamps and stray labels; boxes in displayed space.
void add_asides(const TurnedText& turned, LaidPage& out) {
  for (const Segment& s : turned.segments) {
    Block block = segment_block(s, BlockType::kAsideText);
    to_displayed(block, turned.frame);
    out.page.discarded_blocks.push_back(std::move(block));
  }
}

bool is_aside(const TurnedText& turned, const PageFacts& facts) {
  int chars = 0;
  Box box;
  for (const Segment& s : turned.segments) {
    chars += s.num_chars();
    box = unite(box, facts.frame.to_upright(turned.frame.to_displayed(s.box)));
  }
  const double width = facts.frame.size().width;
  return chars < kLeastTurnedChars || box.x1 < 0.1 * width || box.x0 > 0.9 * width;
}

bool text_before(const Block& a, const Block& b) {
  const bool beside = y_overlap(a.bbox, b.bbox) > 0.3 * std::min(a.bbox.height(), b.bbox.height());
  return beside ? a.bbox.x1 <= b.bbox.center_x() : a.bbox.y0 < b.bbox.y0;
}

// Turned blocks go before the first block that stands right of them or below.
void insert_turned(std::vector<Block> blocks, LaidPage& out) {
  if (blocks.empty()) return;
  auto& all = out.page.para_blocks;
  size_t at = 0;
  while (at < all.size() && !text_before(blocks.front(), all[at])) ++at;
  out.flows.insert(out.flows.begin() + static_cast<std::ptrdiff_t>(at), blocks.size(), Flow{});
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), std::make_move_iterator(blocks.begin()),
             std::make_move_iterator(blocks.end()));
}

void number_blocks(Page& page) {
  int index = 0;
  for (Block& block : page.para_blocks) block.index = index++;
  for (Block& block : page.discarded_blocks) block.index = index++;
  page.preproc_blocks = page.para_blocks;
}

}  // namespace

namespace {

size_t num_segments(const PageFacts& facts) {
  size_t count = facts.segments.size();
  for (const TurnedText& turned : facts.turned) count += turned.segments.size();
  return count;
}

// One block, a line for each piece of text, top to bottom: nothing is lost, nothing is understood.
void add_unlaid(PageFacts& facts, LaidPage& out) {
  for (TurnedText& turned : facts.turned) {
    for (Segment& s : turned.segments) {
      s.box = facts.frame.to_upright(turned.frame.to_displayed(s.box));
      s.baseline = s.box.y1;
      facts.segments.push_back(std::move(s));
    }
  }
  std::stable_sort(facts.segments.begin(), facts.segments.end(),
                   [](const Segment& a, const Segment& b) {
                     return std::pair(a.baseline, a.box.x0) < std::pair(b.baseline, b.box.x0);
                   });
  Paragraph all;
  for (Segment& s : facts.segments) {
    all.box = unite(all.box, s.box);
    Row row;
    row.line = std::move(s);
    all.rows.push_back(std::move(row));
  }
  out.page.diagnostics.push_back(
      {Code::kResourceExhausted,
       fmt::format("the page has {} pieces of text, over the limit of {} for finding its layout; "
                   "they stand from top to bottom",
                   all.rows.size(), kMostSegments)});
  facts.segments.clear();
  facts.turned.clear();
  out.page.para_blocks.push_back(text_block(all, BlockType::kText));
  out.flows.push_back({});
}

}  // namespace

LaidPage layout_page(PageFacts facts, const Profile& profile) {
  LaidPage out;
  out.page.size = facts.frame.page;
  out.page.rotation = facts.rotation;
  out.page.used_ocr = facts.used_ocr;
  out.page.enhancement = facts.enhancement;
  out.page.diagnostics = facts.diagnostics;
  TextContext context{profile.body_size, profile.body_face, facts.used_ocr, false};
  drop_scanned_page(facts);
  if (num_segments(facts) > kMostSegments) add_unlaid(facts, out);
  const std::vector<Furniture> furniture = extract_furniture(facts, profile);
  std::vector<Item> items = items_of(facts, context);
  BlockBuilder(profile, out).add_items(items);
  for (const Furniture& f : furniture)
    out.page.discarded_blocks.push_back(segment_block(f.segment, f.type));
  for (Block& block : out.page.para_blocks) to_displayed(block, facts.frame);
  for (Block& block : out.page.discarded_blocks) to_displayed(block, facts.frame);
  for (const TurnedText& turned : facts.turned) {
    if (turned.segments.empty()) continue;
    if (is_aside(turned, facts)) {
      add_asides(turned, out);
    } else {
      insert_turned(layout_turned(facts, turned, profile, context), out);
    }
  }
  number_blocks(out.page);
  join_within_page(out);
  return out;
}

Profile learn_profile(const std::vector<const PageFacts*>& samples) {
  Profile profile = make_profile(samples);
  std::array<bool, 5> used{};
  for (const PageFacts* facts : samples) {
    for (const Block& block : layout_page(*facts, profile).page.para_blocks) {
      if (block.type == BlockType::kTitle) used.at(static_cast<size_t>(block.level)) = true;
    }
  }
  int next = 1;
  for (size_t level = 1; level < used.size(); ++level) {
    profile.levels[level] = next;
    next += used[level] && next < 4;
  }
  return profile;
}

}  // namespace mineru::doc::flash
