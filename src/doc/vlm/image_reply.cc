#include "doc/vlm/image_reply.h"

#include "doc/vlm/chart_repetition.h"
#include "doc/vlm/mermaid.h"
#include "doc/vlm/pipe_table.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/table_tokens.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kContentStart = "<|content_start|>";
constexpr std::string_view kContentEnd = "<|content_end|>";

// Between the first `start` and the first `end` behind it; "" if one is missing.
std::string_view field(std::string_view reply, std::string_view start, std::string_view end) {
  const size_t open = reply.find(start);
  if (open == std::string_view::npos) return {};
  const std::string_view rest = reply.substr(open + start.size());
  const size_t close = rest.find(end);
  return close == std::string_view::npos ? std::string_view() : python_strip(rest.substr(0, close));
}

// A reply that ran out of tokens has no end of its content.
std::string_view content_of(std::string_view reply) {
  const std::string_view content = field(reply, kContentStart, kContentEnd);
  if (!content.empty() || reply.find(kContentEnd) != std::string_view::npos) return content;
  if (count_of(reply, kContentStart) != 1) return {};
  return reply.substr(reply.find(kContentStart) + kContentStart.size());
}

std::string clean_content(std::string_view image_class, std::string_view content) {
  if (image_class == "chemical") return "";
  if (image_class == "flowchart") return clean_mermaid(content);
  if (image_class != "chart") return std::string(content);
  std::string fixed = fix_chart_repetition(content);
  return markdown_table_malformed(fixed) ? "" : fixed;
}

}  // namespace

ImageReply parse_image_reply(std::string_view reply) {
  ImageReply parsed;
  parsed.image_class = text::fold_case(field(reply, "<|class_start|>", "<|class_end|>"));
  parsed.sub_class = text::fold_case(field(reply, "<|sub_class_start|>", "<|sub_class_end|>"));
  parsed.caption = field(reply, "<|caption_start|>", "<|caption_end|>");
  parsed.content = clean_content(parsed.image_class, content_of(reply));
  return parsed;
}

ImageMutation image_mutation(const ImageReply& reply, const ImageReplyOptions& options) {
  const std::string& image_class = reply.image_class;
  if (image_class == "pure_table") {
    std::string html = pure_table_to_html(reply.content, options.compat);
    if (options.wrap_formulas == WrapFormulas::kYes) html = wrap_table_formulas(html);
    return {ContentType::kTable, std::nullopt, std::move(html)};
  }
  if (image_class == "pure_formula") {
    return {ContentType::kEquation, std::nullopt, reply.content};
  }
  if (image_class == "chart") return {ContentType::kChart, reply.sub_class, reply.content};
  const bool described = image_class == "natural_image" || reply.content.empty();
  return {ContentType::kImage, image_class, described ? reply.caption : reply.content};
}

void apply_image_reply(ContentBlock& block, const ImageReplyOptions& options) {
  ImageMutation mutation = image_mutation(parse_image_reply(block.content.value_or("")), options);
  block.type = mutation.type;
  if (mutation.sub_type) block.sub_type = std::move(mutation.sub_type);
  block.content = std::move(mutation.content);
}

}  // namespace mineru::doc::vlm
