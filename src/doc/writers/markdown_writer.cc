#include "doc/writers/markdown_writer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "doc/passes/embedded_html.h"
#include "doc/passes/escape_markdown.h"
#include "doc/passes/title_level.h"
#include "doc/writers/inline_text.h"
#include "doc/writers/pipe_table.h"
#include "doc/writers/shown_blocks.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr std::string_view kHardBreak = "  \n";

// A part of a figure: text flows on in the next line, HTML needs blank lines around it.
struct Segment {
  std::string text;
  bool html = false;
};

std::string join(const std::vector<Segment>& segments) {
  std::string out;
  bool after_html = false;
  for (const Segment& segment : segments) {
    if (!out.empty()) out += after_html || segment.html ? "\n\n" : kHardBreak;
    out += segment.text;
    after_html = segment.html;
  }
  return out;
}

void add(std::vector<Segment>& segments, std::string text, bool html = false) {
  if (!text::trim(text).empty()) segments.push_back({std::move(text), html});
}

std::string picture(const Span* span) {
  const std::string link = image_link(span);
  return link.empty() ? "" : "![](" + link + ")";
}

std::string details(const std::string& summary, const std::string& content) {
  return "<details>\n<summary>" + summary + "</summary>\n\n" + content + "\n</details>";
}

void add_picture_body(std::vector<Segment>& segments, const Span* span,
                      const std::string& summary) {
  add(segments, picture(span));
  if (span == nullptr || text::trim(span->content).empty()) return;
  add(segments, details(summary, span->content), true);
}

void add_table_body(std::vector<Segment>& segments, const Span* span,
                    const RenderOptions& options) {
  if (span == nullptr || !options.tables || span->html.empty()) {
    add(segments, picture(span));
    return;
  }
  if (options.table_format != TableFormat::kHtml) {
    const Loss loss =
        options.table_format == TableFormat::kMarkdown ? Loss::kAllowed : Loss::kRefused;
    if (auto table = pipe_table(span->html, loss)) {
      add(segments, std::move(*table), true);
      return;
    }
  }
  add(segments, format_embedded_html(span->html, kImageFolder), true);
}

bool is_text_only(const RenderOptions& options) { return options.mode == MarkdownMode::kNlp; }

bool is_visual(BlockType type) {
  return type == BlockType::kImage || type == BlockType::kTable || type == BlockType::kChart;
}

// A picture, a table, a chart or code with captions and footnotes around it.
std::string figure(const Block& block, const RenderOptions& options) {
  const auto summary = [&](const char* otherwise) {
    return block.sub_type.empty() ? std::string(otherwise) : block.sub_type;
  };
  std::vector<Segment> segments;
  for (const Block& child : block.blocks) {
    if (child.type == BlockType::kImageBody) {
      add_picture_body(segments, find_span(&child, SpanType::kImage), summary("image content"));
    } else if (child.type == BlockType::kChartBody) {
      add_picture_body(segments, find_span(&child, SpanType::kChart), summary("chart content"));
    } else if (child.type == BlockType::kTableBody) {
      add_table_body(segments, find_span(&child, SpanType::kTable), options);
    } else if (child.type == BlockType::kCodeBody) {
      add(segments, code_text(block, options), block.sub_type == "algorithm");
    } else {
      add(segments, merge_para_text(child, merge_options(options)));
    }
  }
  return join(segments);
}

std::string title(const Block& block, const RenderOptions& options) {
  const auto level = static_cast<size_t>(title_level(block.level));
  return std::string(level, '#') + " " + merge_para_text(block, merge_options(options));
}

// Width of "- " or "12. " at the start of an item; 0: Markdown sees no item there.
size_t marker_width(std::string_view text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view rest = text.substr(digits);
  if (digits > 0) return rest.starts_with(". ") || rest.starts_with(") ") ? digits + 2 : 0;
  return rest.starts_with("- ") || rest.starts_with("+ ") ? 2 : 0;
}

// An item belongs to the one above it when it starts where that one's text starts.
std::string list(const Block& block, const RenderOptions& options) {
  std::string out;
  std::vector<size_t> text_starts = {0};  // of the items around, by depth
  for (const ListItem& item : list_items(block, options)) {
    const auto depth = std::min(static_cast<size_t>(item.depth), text_starts.size() - 1);
    text_starts.resize(depth + 1);
    out.append(text_starts.back(), ' ');
    out += item.text;
    out += kHardBreak;
    text_starts.push_back(text_starts.back() + marker_width(item.text));
  }
  return out;
}

// Plain characters of a formula as a line under its picture. A line of = or - alone would turn the
// line above it into a heading, and "a<b" would open a tag.
std::string formula_line(const std::string& line) {
  std::string text = escape_block_prefix(escape_markdown_text(line));
  if (text.find_first_not_of('=') == std::string::npos ||
      text.find_first_not_of('-') == std::string::npos) {
    return "\\" + text;
  }
  for (size_t pos = text.find('<'); pos != std::string::npos; pos = text.find('<', pos + 2)) {
    text.insert(pos, 1, '\\');
  }
  return text;
}

std::string formula_as_text(const Block& block, const RenderOptions& options) {
  std::vector<Segment> segments;
  const bool without_pictures = is_text_only(options) && options.compat == Compat::kProduct;
  const std::string shown =
      without_pictures ? "" : picture(find_span(&block, SpanType::kInterlineEquation));
  add(segments, shown);
  if (options.formulas || shown.empty()) {
    for (const std::string& line : formula_lines(block)) add(segments, formula_line(line));
  }
  return join(segments);
}

}  // namespace

std::string block_markdown(const Block& block, const RenderOptions& options) {
  switch (block.type) {
    case BlockType::kText:
    case BlockType::kRefText:
    case BlockType::kPhonetic: return merge_para_text(block, merge_options(options));
    case BlockType::kInterlineEquation:
      if (block.sub_type == kFormulaText) return formula_as_text(block, options);
      return merge_para_text(block, merge_options(options));
    case BlockType::kTitle: return title(block, options);
    case BlockType::kList: return list(block, options);
    case BlockType::kImage:
    case BlockType::kTable:
    case BlockType::kChart:
    case BlockType::kCode: return figure(block, options);
    case BlockType::kImageBody:
    case BlockType::kImageCaption:
    case BlockType::kImageFootnote:
    case BlockType::kTableBody:
    case BlockType::kTableCaption:
    case BlockType::kTableFootnote:
    case BlockType::kChartBody:
    case BlockType::kChartCaption:
    case BlockType::kChartFootnote:
    case BlockType::kCodeBody:
    case BlockType::kCodeCaption:
    case BlockType::kCodeFootnote:
    case BlockType::kHeader:
    case BlockType::kFooter:
    case BlockType::kPageNumber:
    case BlockType::kAsideText:
    case BlockType::kPageFootnote: return {};
  }
  return {};
}

std::vector<MarkdownPiece> markdown_pieces(const Page& page, const RenderOptions& given) {
  RenderOptions options = given;
  // Where no picture can stand for a formula, its LaTeX is what is left.
  if (is_text_only(given) && given.compat == Compat::kProduct) options.formulas = true;
  std::vector<MarkdownPiece> pieces;
  if (options.page_markers) {
    pieces.push_back({"<!-- page " + std::to_string(page.source_page + 1) + " -->", nullptr});
  }
  for (const ShownBlock& shown : shown_blocks(page, options.furniture, options.compat)) {
    const Block& block = *shown.block;
    if (is_text_only(options) && is_visual(block.type)) continue;
    if (shown.as == Shown::kComment) {
      if (plain_text(block).empty()) continue;
      pieces.push_back({"<!-- " + comment_text(block) + " -->", nullptr});
      continue;
    }
    const std::string text =
        is_discarded(block.type)
            ? escape_block_prefix(merge_para_text(block, merge_options(options)))
            : block_markdown(block, options);
    const std::string_view stripped = text::trim(text);
    if (!stripped.empty()) pieces.push_back({std::string(stripped), &block});
  }
  return pieces;
}

std::vector<std::string> markdown_paragraphs(const Page& page, const RenderOptions& options) {
  std::vector<std::string> paragraphs;
  for (MarkdownPiece& piece : markdown_pieces(page, options)) {
    paragraphs.push_back(std::move(piece.text));
  }
  return paragraphs;
}

}  // namespace mineru::doc
