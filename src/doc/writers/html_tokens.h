// Splits a piece of HTML, as models and programs write it, into tags and text. Total: what is no
// tag is text. Linear in the length.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mineru::doc {

struct HtmlToken {
  enum class Kind { kText, kOpen, kClose };
  Kind kind = Kind::kText;
  std::string name;  // of a tag, in lower case
  std::string text;  // of text, entities resolved
  // Names in lower case, values with entities resolved.
  std::vector<std::pair<std::string, std::string>> attributes;

  // "" without such an attribute.
  std::string attribute(std::string_view name) const;
};

// Comments, declarations and processing instructions are left out.
std::vector<HtmlToken> html_tokens(std::string_view html);

// A rowspan or colspan, 1 to 1000; 1 for what is none.
int span_attribute(const HtmlToken& cell, std::string_view name);

}  // namespace mineru::doc
