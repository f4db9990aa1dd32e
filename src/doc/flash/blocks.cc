#include "doc/flash/blocks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doc/flash/columns.h"
#include "doc/flash/roles.h"
#include "doc/passes/heading_number.h"
#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

Line text_line(const Box& box, std::string content, SpanType type = SpanType::kText) {
  Span span;
  span.type = type;
  span.bbox = box;
  span.content = std::move(content);
  Line line;
  line.bbox = box;
  line.spans.push_back(std::move(span));
  return line;
}

Line picture_line(const Box& box, SpanType type) { return text_line(box, "", type); }

// The bullet as Markdown writes it, so that a list reads as one; numbers stay as they are.
std::string item_text(const Row& row, int depth) {
  std::string text = row.line.text();
  if (row.marker == Marker::kBullet) {
    size_t length = 0;
    leading_marker(text, length);
    text = "- " + std::string(text::trim(std::string_view(text).substr(length)));
  }
  return std::string(static_cast<size_t>(depth) * 2, ' ') + text;
}

double mean_confidence(const std::vector<Row>& rows) {
  double sum = 0;
  double weight = 0;
  for (const Row& row : rows) {
    for (const Word& word : row.line.words) {
      sum += word.confidence * static_cast<double>(word.text.size());
      weight += static_cast<double>(word.text.size());
    }
  }
  return weight > 0 ? sum / weight : 1;
}

void set_confidence(Block& block, const std::vector<Row>& rows) {
  const double confidence = mean_confidence(rows);
  if (confidence < 1) block.confidence = confidence;
}

// Depth of nesting of each item: indents that differ by more than half a line height are levels.
std::vector<int> depths_of(const std::vector<Paragraph>& items) {
  std::vector<double> levels;
  std::vector<int> depths;
  for (const Paragraph& item : items) {
    while (!levels.empty() && levels.back() > item.indent + 0.5 * item.size) levels.pop_back();
    if (levels.empty() || levels.back() < item.indent - 0.5 * item.size)
      levels.push_back(item.indent);
    depths.push_back(static_cast<int>(std::min<size_t>(levels.size() - 1, 3)));
  }
  return depths;
}

// A container with its body as the only child yet.
Block float_block(BlockType type, BlockType body_type, Line line) {
  Block body;
  body.type = body_type;
  body.bbox = line.bbox;
  body.lines.push_back(std::move(line));
  Block block;
  block.type = type;
  block.bbox = body.bbox;
  block.blocks.push_back(std::move(body));
  return block;
}

// Ticks and axis titles say nothing without the picture; a diagram full of text does.
constexpr int kLeastContent = 240;  // characters

std::string text_of_labels(const Figure& figure) {
  int chars = 0;
  std::vector<Element> elements;
  for (const Segment& s : figure.labels) {
    chars += s.num_chars();
    elements.push_back({s.box, true});
  }
  std::string out;
  if (chars < kLeastContent) return out;
  for (const Region& region : reading_order(elements, figure.labels.front().size)) {
    std::vector<Segment> segments;
    for (const int i : region.elements) segments.push_back(figure.labels[static_cast<size_t>(i)]);
    for (const Row& row : rows_of(std::move(segments), region.column)) {
      if (!out.empty()) out += '\n';
      out += row.line.plain_text();
    }
  }
  return out;
}

double character_width(const std::vector<Paragraph>& paragraphs) {
  double width = 0;
  int count = 0;
  for (const Paragraph& p : paragraphs) {
    for (const Row& row : p.rows) {
      for (const Word& word : row.line.words) {
        width += word.box.width();
        count += static_cast<int>(text::from_utf8(word.text).size());
      }
    }
  }
  return count > 0 ? std::max(0.1, width / count) : 1;
}

// Spaces that the gaps of a monospaced line stand for.
std::string code_text(const Row& row, double left, double width) {
  std::string out;
  double x = left;
  for (const Word& word : row.line.words) {
    const auto spaces = std::lround((word.box.x0 - x) / width);
    out.append(
        static_cast<size_t>(std::clamp(spaces, word.space_before && !out.empty() ? 1L : 0L, 80L)),
        ' ');
    out += word.text;
    x = word.box.x1;
  }
  return out;
}

int judged_level(const Paragraph& title, const Profile& profile) {
  const int base = profile.has_document_title ? 2 : 1;
  const bool is_document_title = profile.has_document_title && !profile.heading_sizes.empty() &&
                                 title.size > 0.96 * profile.heading_sizes.front();
  if (is_document_title) return 1;
  if (const int depth = numbering_depth(title.text()); depth > 0)
    return std::min(4, base + depth - 1);
  if (is_known_heading(title.text())) return base;
  int rank = 0;
  for (size_t i = profile.has_document_title ? 1 : 0; i < profile.heading_sizes.size(); ++i) {
    if (title.size > 0.97 * profile.heading_sizes[i]) return std::min(4, base + rank);
    ++rank;
  }
  return std::min(4, base + std::min(rank, 2));
}

}  // namespace

Block text_block(const Paragraph& paragraph, BlockType type) {
  Block block;
  block.type = type;
  block.bbox = paragraph.box;
  for (const Row& row : paragraph.rows)
    block.lines.push_back(text_line(row.line.box, row.line.text()));
  set_confidence(block, paragraph.rows);
  return block;
}

Block title_block(const Paragraph& paragraph, int level) {
  Block block = text_block(paragraph, BlockType::kTitle);
  block.level = level;
  return block;
}

Block equation_block(const Paragraph& paragraph) {
  Block block;
  block.type = BlockType::kInterlineEquation;
  block.sub_type = kFormulaText;
  block.bbox = paragraph.box;
  std::string content;
  for (const Row& row : paragraph.rows) {
    if (!content.empty()) content += ' ';
    content += row.line.plain_text();
  }
  block.lines.push_back(text_line(paragraph.box, std::move(content), SpanType::kInterlineEquation));
  return block;
}

Block code_block(const std::vector<Paragraph>& paragraphs) {
  Block body;
  body.type = BlockType::kCodeBody;
  double left = 1e9;
  for (const Paragraph& p : paragraphs) {
    body.bbox = unite(body.bbox, p.box);
    left = std::min(left, p.box.x0);
  }
  const double width = character_width(paragraphs);
  std::string code;
  for (const Paragraph& p : paragraphs) {
    for (const Row& row : p.rows) {
      if (!code.empty()) code += '\n';
      code += code_text(row, left, width);
    }
  }
  body.lines.push_back(text_line(body.bbox, std::move(code)));
  Block block;
  block.type = BlockType::kCode;
  block.sub_type = "code";
  block.bbox = body.bbox;
  block.blocks.push_back(std::move(body));
  return block;
}

Block list_block(const std::vector<Paragraph>& items, std::string_view sub_type) {
  Block block;
  block.type = BlockType::kList;
  block.sub_type = sub_type;
  const bool references = sub_type == "ref_text";
  const std::vector<int> depths = depths_of(items);
  for (size_t i = 0; i < items.size(); ++i) {
    Block item = text_block(items[i], references ? BlockType::kRefText : BlockType::kText);
    if (!references)
      item.lines.front().spans.front().content = item_text(items[i].rows.front(), depths[i]);
    item.index = static_cast<int>(i);
    block.bbox = unite(block.bbox, item.bbox);
    block.blocks.push_back(std::move(item));
  }
  return block;
}

Block table_block(const Table& table) {
  Line line = picture_line(table.box, SpanType::kTable);
  line.spans.front().html = table_html(table);
  return float_block(BlockType::kTable, BlockType::kTableBody, std::move(line));
}

Block image_block(const Figure& figure) {
  Line line = picture_line(figure.box, SpanType::kImage);
  line.spans.front().content = text_of_labels(figure);
  return float_block(BlockType::kImage, BlockType::kImageBody, std::move(line));
}

Block segment_block(const Segment& segment, BlockType type) {
  Block block;
  block.type = type;
  block.bbox = segment.box;
  block.lines.push_back(text_line(segment.box, segment.text()));
  return block;
}

int heading_level(const Paragraph& title, const Profile& profile) {
  return profile.levels.at(static_cast<size_t>(judged_level(title, profile)));
}

void to_displayed(Block& block, const Frame& frame) {
  block.bbox = frame.to_displayed(block.bbox);
  block.angle = (360 - frame.rotate_cw) % 360;
  for (Line& line : block.lines) {
    line.bbox = frame.to_displayed(line.bbox);
    for (Span& span : line.spans) span.bbox = frame.to_displayed(span.bbox);
  }
  for (Block& child : block.blocks) to_displayed(child, frame);
}

}  // namespace mineru::doc::flash
