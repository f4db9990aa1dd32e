// The HTML of a table as a tree that can be taken apart. Lenient, as browsers are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mineru::doc::vlm {

// An element, or text when `tag` is empty. Not thread-safe.
struct HtmlNode {
  std::string tag;   // lower case
  std::string text;  // of text: unescaped
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::unique_ptr<HtmlNode>> children;
  HtmlNode* parent = nullptr;

  bool is(std::string_view name) const { return tag == name; }
  // "" when it is missing.
  std::string_view attribute(std::string_view name) const;
  // In its place, or at the end.
  void set_attribute(std::string_view name, std::string value);
  void append(std::unique_ptr<HtmlNode> child);
  void insert_before(const HtmlNode* next, std::unique_ptr<HtmlNode> child);
};

// The root has no tag and is not written. Nothing: nested deeper than any table is.
std::optional<std::unique_ptr<HtmlNode>> parse_html(std::string_view html);

// Text with & < > escaped, elements without contents as <br/>.
std::string write_html(const HtmlNode& root);

std::unique_ptr<HtmlNode> text_node(std::string_view text);

// Takes the node out of its tree.
std::unique_ptr<HtmlNode> detach(HtmlNode& node);

// Of many at once, none within another: in the order of `nodes`, in linear time.
std::vector<std::unique_ptr<HtmlNode>> detach_all(const std::vector<HtmlNode*>& nodes);

// All descendants with one of two names, in the order of the document.
std::vector<HtmlNode*> descendants(HtmlNode& root, std::string_view name, std::string_view other);

// The text in it and below.
std::string text_content(const HtmlNode& node);

}  // namespace mineru::doc::vlm
