// The model's analysis of a picture or chart: tagged fields in, what becomes of the block out.
// Pure functions, thread-safe, total.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doc/vlm/content_block.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// The fields of a reply; "" where one is missing.
struct ImageReply {
  std::string image_class;  // lower case: natural_image, chart, flowchart, pure_table...
  std::string sub_class;    // lower case: bar, line...
  std::string caption;
  std::string content;  // cleaned as its class asks for: valid Mermaid, well-formed table, or ""
};

ImageReply parse_image_reply(std::string_view reply);

enum class WrapFormulas { kNo, kYes };

struct ImageReplyOptions {
  WrapFormulas wrap_formulas = WrapFormulas::kYes;  // in a picture that turns out to be a table
  Compat compat = Compat::kProduct;
};

// What a block becomes.
struct ImageMutation {
  ContentType type = ContentType::kImage;  // image, chart, table or equation
  std::optional<std::string> sub_type;
  std::string content;
};

ImageMutation image_mutation(const ImageReply& reply, const ImageReplyOptions& options = {});

// Parses the block's content and applies the mutation. `block` is an image or chart whose content
// is not empty.
void apply_image_reply(ContentBlock& block, const ImageReplyOptions& options = {});

}  // namespace mineru::doc::vlm
