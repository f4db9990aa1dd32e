#include "doc/writers/render.h"

#include <algorithm>
#include <string_view>

#include "doc/passes/algorithm_html.h"
#include "doc/passes/fullwidth.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

bool is_body(BlockType type) {
  return type == BlockType::kImageBody || type == BlockType::kTableBody ||
         type == BlockType::kChartBody || type == BlockType::kCodeBody;
}

std::string line_text(const Line& line) {
  std::string text;
  for (const Span& span : line.spans) text += narrow_alphanumerics(span.content);
  return text;
}

int leading_blanks(const Block& block) {
  if (block.lines.empty() || block.lines.front().spans.empty()) return 0;
  const std::string& text = block.lines.front().spans.front().content;
  return static_cast<int>(std::min(text.find_first_not_of(' '), text.size()));
}

// Lines of the page stay lines, and keep their indentation; blank ones at both ends go. (The
// reference has the first line lose its indentation too.)
std::string code_lines(const Block& body, Compat compat) {
  std::string text;
  for (const Line& line : body.lines) text += line_text(line) + "\n";
  const std::string_view whole = text;
  if (compat == Compat::kReference) return std::string(text::trim(whole));
  const size_t first = whole.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  const size_t line_start = whole.substr(0, first).rfind('\n');
  const size_t start = line_start == std::string_view::npos ? 0 : line_start + 1;
  return std::string(whole.substr(start, whole.find_last_not_of(" \t\n") + 1 - start));
}

// Longer than any run of backticks in the code, so that nothing in it ends the block.
std::string fence_for(std::string_view code) {
  size_t longest = 0;
  size_t run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max<size_t>(3, longest + 1), '`');
}

}  // namespace

MergeOptions merge_options(const RenderOptions& options) {
  MergeOptions merge;
  merge.formulas = options.formulas;
  merge.join = options.compat == Compat::kReference ? LineJoin::kReference : LineJoin::kByScript;
  return merge;
}

const Block* body_of(const Block& container) {
  for (const Block& child : container.blocks) {
    if (is_body(child.type)) return &child;
  }
  return nullptr;
}

const Span* find_span(const Block* block, SpanType type) {
  if (block == nullptr) return nullptr;
  for (const Line& line : block->lines) {
    for (const Span& span : line.spans) {
      if (span.type == type) return &span;
    }
  }
  return nullptr;
}

std::string image_link(const Span* span) {
  if (span == nullptr || span->image_path.empty()) return {};
  return std::string(kImageFolder) + "/" + span->image_path;
}

std::vector<std::string> child_texts(const Block& container, BlockType type,
                                     const RenderOptions& options) {
  std::vector<std::string> texts;
  for (const Block& child : container.blocks) {
    if (child.type == type) texts.push_back(merge_para_text(child, merge_options(options)));
  }
  return texts;
}

std::vector<ListItem> list_items(const Block& list, const RenderOptions& options) {
  MergeOptions merge = merge_options(options);
  merge.list_item = true;
  std::vector<ListItem> items;
  for (const Block& child : list.blocks) {
    std::string item = merge_para_text(child, merge);
    if (item.empty()) continue;
    const int depth = options.compat == Compat::kReference ? 0 : leading_blanks(child) / 2;
    items.push_back({depth, std::move(item), &child});
  }
  return items;
}

std::string code_text(const Block& code, const RenderOptions& options) {
  const Block* body = body_of(code);
  if (body == nullptr) return {};
  if (code.sub_type == "algorithm") return algorithm_html(body->lines);
  const std::string text = code_lines(*body, options.compat);
  if (text.empty()) return {};
  const std::string fence = options.compat == Compat::kReference ? "```" : fence_for(text);
  return fence + code.language + "\n" + text + "\n" + fence;
}

std::vector<std::string> formula_lines(const Block& block) {
  std::vector<std::string> lines;
  for (const Line& line : block.lines) {
    std::string text;
    for (const Span& span : line.spans) {
      if (!text.empty() && !span.content.empty()) text += ' ';
      text += narrow_alphanumerics(span.content);
    }
    const std::string_view stripped = text::trim(text);
    if (!stripped.empty()) lines.emplace_back(stripped);
  }
  return lines;
}

}  // namespace mineru::doc
