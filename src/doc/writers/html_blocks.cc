#include "doc/writers/html_blocks.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "doc/passes/fullwidth.h"
#include "doc/passes/title_level.h"
#include "doc/writers/block_ids.h"
#include "doc/writers/html_tokens.h"
#include "doc/writers/inline_text.h"
#include "doc/writers/mathml.h"
#include "doc/writers/safe_table.h"
#include "doc/writers/shown_blocks.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr std::string_view kBullets[] = {"- ", "* ", "+ ", "• ", "– ", "· ", "● ", "▪ "};

size_t bullet_size(std::string_view text) {
  for (const std::string_view bullet : kBullets) {
    if (text.starts_with(bullet)) return bullet.size();
  }
  return 0;
}

bool is_body(BlockType type) {
  return type == BlockType::kImageBody || type == BlockType::kTableBody ||
         type == BlockType::kChartBody || type == BlockType::kCodeBody;
}

bool is_caption(BlockType type) {
  return type == BlockType::kImageCaption || type == BlockType::kTableCaption ||
         type == BlockType::kChartCaption || type == BlockType::kCodeCaption;
}

std::string code_element(std::string_view latex) {
  return "<code class=\"latex\">" + safe_text(text::trim(latex)) + "</code>";
}

std::string math(std::string_view latex, MathStyle style) {
  return latex_to_mathml(latex, style).value_or(code_element(latex));
}

// Base 64 of a bitmap: nothing else is a picture that is safe to show.
bool is_embedded_picture(std::string_view source) {
  for (const std::string_view kind : {"png", "jpeg", "gif", "webp"}) {
    const std::string head = "data:image/" + std::string(kind) + ";base64,";
    if (!source.starts_with(head)) continue;
    return std::all_of(source.begin() + std::ssize(head), source.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '+' || c == '/' || c == '=';
    });
  }
  return false;
}

class Renderer {
 public:
  Renderer(const Page& page, const RenderOptions& options, const PictureSource& source)
      : page_(page),
        options_(options),
        source_(source),
        ids_(page),
        join_(merge_options(options).join) {}

  std::string run() {
    std::string out = fmt::format(
        "<section class=\"page\" id=\"page-{0}\">\n<a class=\"page-mark\" href=\"#page-{0}\">"
        "{0}</a>\n",
        page_.source_page + 1);
    for (const ShownBlock& shown : shown_blocks(page_, options_.furniture, options_.compat)) {
      if (shown.as == Shown::kComment) {
        if (plain_text(*shown.block).empty()) continue;
        out += "<!-- " + safe_text(comment_text(*shown.block)) + " -->\n";
        continue;
      }
      const std::string html = block(*shown.block, shown.as);
      if (!html.empty()) out += html + "\n";
    }
    return out + status() + "</section>\n";
  }

 private:
  std::string status() const {
    if (page_.status == PageStatus::kOk) return {};
    std::string why;
    for (const Diagnostic& diagnostic : page_.diagnostics) why += " " + diagnostic.message;
    return fmt::format("<p class=\"status\">This page was not read ({}).{}</p>\n",
                       page_status_name(page_.status), safe_text(why));
  }

  std::string id(const Block& block) const { return " id=\"" + ids_.of(block) + "\""; }

  std::string block(const Block& block, Shown as) const {
    if (as == Shown::kFurniture) return paragraph(block, " class=\"furniture\"");
    switch (block.type) {
      case BlockType::kTitle: return title(block);
      case BlockType::kInterlineEquation: return equation(block);
      case BlockType::kList: return list(block);
      case BlockType::kImage:
      case BlockType::kTable:
      case BlockType::kChart:
      case BlockType::kCode: return figure(block);
      case BlockType::kRefText: return paragraph(block, " class=\"ref\"");
      default: return paragraph(block, "");
    }
  }

  std::string text(const Block& block) const {
    const auto formula = [this](const Span& span) {
      return span.type == SpanType::kInterlineEquation ? display(span)
                                                       : math(span.content, MathStyle::kInline);
    };
    return inline_html(block, formula, join_);
  }

  std::string display(const Span& span) const {
    const std::string image = picture(&span, "Formula");
    if (!options_.formulas && !image.empty()) return image;
    const auto shown = latex_to_mathml(span.content, MathStyle::kDisplay);
    if (shown) return *shown;
    return image + code_element(span.content);
  }

  std::string paragraph(const Block& block, std::string_view attributes) const {
    const std::string inside = text(block);
    if (inside.empty()) return {};
    return fmt::format("<p{}{}>{}</p>", id(block), attributes, inside);
  }

  std::string title(const Block& block) const {
    const int level = title_level(block.level);
    if (level == 0) return paragraph(block, "");
    const std::string inside = text(block);
    if (inside.empty()) return {};
    return fmt::format("<h{0}{1}>{2}</h{0}>", level, id(block), inside);
  }

  std::string picture(const Span* span, std::string_view alt) const {
    if (span == nullptr || span->image_path.empty()) return {};
    return fmt::format("<img src=\"{}\" alt=\"{}\">", source_(span->image_path), safe_text(alt));
  }

  std::string equation(const Block& block) const {
    if (block.sub_type != kFormulaText) {
      const std::string inside = text(block);
      if (inside.empty()) return {};
      return fmt::format("<div{} class=\"formula\">{}</div>", id(block), inside);
    }
    std::string lines;
    for (const std::string& line : formula_lines(block)) {
      lines += (lines.empty() ? "" : "<br>") + safe_text(line);
    }
    const std::string image = picture(find_span(&block, SpanType::kInterlineEquation), "Formula");
    if (image.empty() && lines.empty()) return {};
    if (!image.empty() && !options_.formulas) lines.clear();
    if (image.empty()) return fmt::format("<p{}>{}</p>", id(block), lines);
    if (!lines.empty()) lines = "<details><summary>as characters</summary>" + lines + "</details>";
    return fmt::format("<figure{} class=\"formula\">{}{}</figure>", id(block), image, lines);
  }

  std::string list(const Block& block) const {
    const std::vector<ListItem> items = list_items(block, options_);
    if (items.empty()) return {};
    const bool bullets = std::all_of(items.begin(), items.end(), [this](const ListItem& item) {
      return bullet_size(text(*item.block)) > 0;
    });
    // Other marks stay as they are printed: "(a)", "[12]", "3.".
    const std::string_view open = bullets ? "<ul>" : "<ul class=\"marked\">";
    std::string out = fmt::format("<ul{}{}>", id(block), bullets ? "" : " class=\"marked\"");
    int depth = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      const int wanted = i == 0 ? 0 : std::min(items[i].depth, depth + 1);
      if (i > 0 && wanted <= depth) out += "</li>";
      for (; depth > wanted; --depth) out += "</ul></li>";
      for (; depth < wanted; ++depth) out += open;
      const std::string inside = text(*items[i].block);
      out += "\n<li>" + (bullets ? inside.substr(bullet_size(inside)) : inside);
    }
    out += "</li>";
    for (; depth > 0; --depth) out += "</ul></li>";
    return out + "\n</ul>";
  }

  std::string table(const Block& child, std::string_view alt) const {
    const Span* span = find_span(&child, SpanType::kTable);
    if (span == nullptr || !options_.tables || span->html.empty()) return picture(span, alt);
    const TableParts parts = {
        .formula = [](const std::string& latex) { return math(latex, MathStyle::kInline); },
        .picture =
            [this](const std::string& source) {
              if (source.empty()) return std::string();
              const std::string value = is_embedded_picture(source) ? source : source_(source);
              return "<img src=\"" + value + "\" alt=\"\">";
            }};
    return "<div class=\"scroll\">" + safe_table(span->html, parts) + "</div>";
  }

  std::string described(const Span* span, const Block& block, std::string_view alt) const {
    std::string out = picture(span, alt);
    if (span == nullptr || text::trim(span->content).empty()) return out;
    const std::string summary = block.sub_type.empty() ? "description" : block.sub_type;
    return out + fmt::format("<details><summary>{}</summary><pre>{}</pre></details>",
                             safe_text(summary), safe_text(text::trim(span->content)));
  }

  std::string code(const Block& block, const Block& body) const {
    std::string lines;
    for (const Line& line : body.lines) {
      if (&line != &body.lines.front()) lines += '\n';
      for (const Span& span : line.spans) {
        lines += span.type == SpanType::kText ? safe_text(narrow_alphanumerics(span.content))
                                              : math(span.content, MathStyle::kInline);
      }
    }
    if (text::trim(lines).empty()) return {};
    if (block.sub_type == "algorithm") return "<pre class=\"algorithm\">" + lines + "</pre>";
    const std::string language =
        block.language.empty() ? "" : " class=\"language-" + safe_text(block.language) + "\"";
    return "<pre><code" + language + ">" + lines + "</code></pre>";
  }

  std::string body(const Block& block, const Block& child, std::string_view alt) const {
    switch (child.type) {
      case BlockType::kImageBody: return described(find_span(&child, SpanType::kImage), block, alt);
      case BlockType::kChartBody: return described(find_span(&child, SpanType::kChart), block, alt);
      case BlockType::kTableBody: return table(child, alt);
      default: return code(block, child);
    }
  }

  // HTML allows one caption, at the start or at the end.
  std::string figure(const Block& block) const {
    std::string caption;
    std::string alt;
    std::string inside;
    bool caption_first = false;
    for (const Block& child : block.blocks) {
      if (!is_caption(child.type)) continue;
      const std::string line = text(child);
      if (line.empty()) continue;
      caption += (caption.empty() ? "" : "<br>") + line;
      alt += (alt.empty() ? "" : " ") + plain_text(child, join_);
    }
    for (const Block& child : block.blocks) {
      if (is_body(child.type)) {
        inside += body(block, child, alt);
      } else if (is_caption(child.type)) {
        caption_first = caption_first || inside.empty();
      } else if (const std::string note = text(child); !note.empty()) {
        inside += "<p class=\"note\">" + note + "</p>";
      }
    }
    if (caption.empty() && inside.empty()) return {};
    if (!caption.empty()) caption = "<figcaption>" + caption + "</figcaption>";
    const std::string both = caption_first ? caption + inside : inside + caption;
    return fmt::format("<figure{} class=\"{}\">{}</figure>", id(block), block_type_name(block.type),
                       both);
  }

  const Page& page_;
  const RenderOptions& options_;
  const PictureSource& source_;
  BlockIds ids_;
  LineJoin join_;
};

}  // namespace

std::string page_html(const Page& page, const RenderOptions& options, const PictureSource& source) {
  return Renderer(page, options, source).run();
}

}  // namespace mineru::doc
