#include "doc/writers/content_list_v2_writer.h"

#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "doc/passes/embedded_html.h"
#include "doc/passes/fullwidth.h"
#include "doc/passes/line_hyphen.h"
#include "doc/passes/title_level.h"
#include "doc/writers/int_box.h"
#include "doc/writers/render.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

std::string as_read(const Span& span) {
  switch (span.type) {
    case SpanType::kText: return narrow_alphanumerics(span.content);
    case SpanType::kInlineEquation: return span.content;
    case SpanType::kInterlineEquation:
    case SpanType::kImage:
    case SpanType::kTable:
    case SpanType::kChart:
    case SpanType::kUnknown: return {};
  }
  return {};
}

// The span's own white space stays, and the joint comes on top, as in the reference.
std::string joined_text(const Piece& piece, Joint joint) {
  std::string text = as_read(*piece.span);
  if (joint == Joint::kSpace) return text + " ";
  if (joint == Joint::kNone) return text;
  const size_t end = text.rfind(piece.text) + piece.text.size();
  return std::string(without_last_character(std::string_view(text).substr(0, end)));
}

// Appends the spans of one block; neighbouring text becomes one span.
void append_spans(Json& spans, const Block& block, LineJoin join) {
  const std::vector<Piece> pieces = pieces_of(block, as_read);
  const std::vector<Joint> joints = line_joints(block, pieces, join);
  const char* text_type = block.type == BlockType::kPhonetic ? "phonetic" : "text";
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].span->type == SpanType::kInlineEquation) {
      spans.push_back({{"type", "equation_inline"}, {"content", pieces[i].span->content}});
      continue;
    }
    const std::string text = joined_text(pieces[i], joints[i]);
    if (i > 0 && spans.back()["type"] == text_type) {
      spans.back()["content"].get_ref<std::string&>() += text;
    } else {
      spans.push_back({{"type", text_type}, {"content", text}});
    }
  }
}

// Renders the blocks of one page; holds the two choices that every entry needs.
class Renderer {
 public:
  explicit Renderer(Compat compat)
      : compat_(compat), join_(merge_options({.compat = compat}).join) {}

  // Null: a child type on its own, which no backend makes.
  Json entry(const Block& block) const;

 private:
  Json spans(const Block& block) const;
  Json child_spans(const Block& container, BlockType type) const;
  Json named_spans(const char* type, const Block& block) const;
  Json picture_source(const Span* span) const;
  Json title(const Block& block) const;
  Json equation(const Block& block) const;
  Json picture(const Block& block, SpanType type, BlockType caption, BlockType footnote) const;
  Json table(const Block& block) const;
  Json code(const Block& block) const;
  Json list_of(const char* list_type, const std::vector<const Block*>& items) const;
  Json list(const Block& block) const;

  Compat compat_;
  LineJoin join_;
};

Json Renderer::spans(const Block& block) const {
  Json array = Json::array();
  append_spans(array, block, join_);
  return array;
}

Json Renderer::child_spans(const Block& container, BlockType type) const {
  Json array = Json::array();
  for (const Block& child : container.blocks) {
    if (child.type == type) append_spans(array, child, join_);
  }
  return array;
}

// {"type": T, "content": {"T_content": spans}}
Json Renderer::named_spans(const char* type, const Block& block) const {
  return {{"type", type}, {"content", {{std::string(type) + "_content", spans(block)}}}};
}

Json Renderer::picture_source(const Span* span) const {
  std::string path = image_link(span);
  const bool bare = span == nullptr || span->type == SpanType::kTable ||
                    span->type == SpanType::kInterlineEquation;
  if (path.empty() && bare && compat_ == Compat::kReference) path = "images/";
  return {{"path", path}};
}

Json Renderer::title(const Block& block) const {
  const int level = title_level(block.level);
  if (level == 0) return named_spans("paragraph", block);
  Json json = named_spans("title", block);
  json["content"]["level"] = level;
  return json;
}

Json Renderer::equation(const Block& block) const {
  const Span* span = find_span(&block, SpanType::kInterlineEquation);
  const char* math_type = block.sub_type == kFormulaText ? "text" : "latex";
  return {{"type", "equation_interline"},
          {"content",
           {{"math_content", span == nullptr ? "" : span->content},
            {"math_type", math_type},
            {"image_source", picture_source(span)}}}};
}

Json Renderer::picture(const Block& block, SpanType type, BlockType caption,
                       BlockType footnote) const {
  const Span* span = find_span(body_of(block), type);
  const Json content = span == nullptr ? "" : span->content;
  Json json = {{"type", block_type_name(block.type)},
               {"content",
                {{"image_source", picture_source(span)},
                 {"content", content},
                 {std::string(block_type_name(caption)), child_spans(block, caption)},
                 {std::string(block_type_name(footnote)), child_spans(block, footnote)}}}};
  if (!block.sub_type.empty()) json["sub_type"] = block.sub_type;
  return json;
}

Json Renderer::table(const Block& block) const {
  const Span* span = find_span(body_of(block), SpanType::kTable);
  const std::string html =
      span == nullptr ? std::string() : format_embedded_html(span->html, kImageFolder);
  const size_t outer = html.find("<table");
  const bool nested =
      outer != std::string::npos && html.find("<table", outer + 1) != std::string::npos;
  const bool is_complex = nested || html.find("colspan") != std::string::npos ||
                          html.find("rowspan") != std::string::npos;
  return {{"type", "table"},
          {"content",
           {{"image_source", picture_source(span)},
            {"table_caption", child_spans(block, BlockType::kTableCaption)},
            {"table_footnote", child_spans(block, BlockType::kTableFootnote)},
            {"html", html},
            {"table_type", is_complex ? "complex_table" : "simple_table"},
            {"table_nest_level", nested ? 2 : 1}}}};
}

Json Renderer::code(const Block& block) const {
  const Json caption = child_spans(block, BlockType::kCodeCaption);
  const Json body = child_spans(block, BlockType::kCodeBody);
  if (block.sub_type == "algorithm") {
    return {{"type", "algorithm"},
            {"content", {{"algorithm_caption", caption}, {"algorithm_content", body}}}};
  }
  return {{"type", "code"},
          {"content",
           {{"code_caption", caption}, {"code_content", body}, {"code_language", block.language}}}};
}

Json Renderer::list_of(const char* list_type, const std::vector<const Block*>& items) const {
  Json array = Json::array();
  for (const Block* item : items) {
    Json content = spans(*item);
    if (content.empty()) continue;
    array.push_back({{"item_type", "text"}, {"item_content", std::move(content)}});
  }
  return {{"type", "list"},
          {"content", {{"list_type", list_type}, {"list_items", std::move(array)}}}};
}

Json Renderer::list(const Block& block) const {
  std::vector<const Block*> items;
  for (const Block& child : block.blocks) items.push_back(&child);
  return list_of(block.sub_type == "ref_text" ? "reference_list" : "text_list", items);
}

Json Renderer::entry(const Block& block) const {
  switch (block.type) {
    case BlockType::kText:
    case BlockType::kPhonetic: return named_spans("paragraph", block);
    case BlockType::kRefText: return list_of("reference_list", {&block});
    case BlockType::kHeader: return named_spans("page_header", block);
    case BlockType::kFooter: return named_spans("page_footer", block);
    case BlockType::kPageNumber: return named_spans("page_number", block);
    case BlockType::kAsideText: return named_spans("page_aside_text", block);
    case BlockType::kPageFootnote: return named_spans("page_footnote", block);
    case BlockType::kTitle: return title(block);
    case BlockType::kInterlineEquation: return equation(block);
    case BlockType::kList: return list(block);
    case BlockType::kImage:
      return picture(block, SpanType::kImage, BlockType::kImageCaption, BlockType::kImageFootnote);
    case BlockType::kChart:
      return picture(block, SpanType::kChart, BlockType::kChartCaption, BlockType::kChartFootnote);
    case BlockType::kTable: return table(block);
    case BlockType::kCode: return code(block);
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
    case BlockType::kCodeFootnote: return nullptr;
  }
  return nullptr;
}

}  // namespace

Json content_list_v2_page(const Page& page, Compat compat) {
  const Renderer renderer(compat);
  Json entries = Json::array();
  for (const auto* blocks : {&page.para_blocks, &page.discarded_blocks}) {
    for (const Block& block : *blocks) {
      Json entry = renderer.entry(block);
      if (entry.is_null()) continue;
      const IntBox box = to_thousandths(to_int_box(block.bbox), page.size);
      entry["bbox"] = {box.x0, box.y0, box.x1, box.y1};
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

}  // namespace mineru::doc
