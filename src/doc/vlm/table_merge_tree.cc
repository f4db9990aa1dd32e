#include "doc/vlm/table_merge_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "text/html.h"

namespace mineru::doc::vlm {

namespace {

constexpr int kMaxDepth = 100;
constexpr size_t kMaxTagBytes = 10'000;  // a longer one is text

bool is_void(std::string_view tag) {
  static constexpr std::array<std::string_view, 10> kVoid = {
      "br", "img", "hr", "col", "input", "wbr", "embed", "area", "source", "meta"};
  return std::find(kVoid.begin(), kVoid.end(), tag) != kVoid.end();
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

class Parser {
 public:
  explicit Parser(std::string_view html) : html_(html), root_(std::make_unique<HtmlNode>()) {
    current_ = root_.get();
  }

  std::optional<std::unique_ptr<HtmlNode>> parse() {
    while (at_ < html_.size() && depth_ <= kMaxDepth) {
      if (!tag()) text();
    }
    if (depth_ > kMaxDepth) return std::nullopt;
    return std::move(root_);
  }

 private:
  char peek(size_t ahead) const { return at_ + ahead < html_.size() ? html_[at_ + ahead] : '\0'; }

  // Up to the next '<'; the first character is text whatever it is.
  void text() {
    const size_t end = std::min(html_.find('<', at_ + 1), html_.size());
    auto node = std::make_unique<HtmlNode>();
    node->text = text::unescape_html(html_.substr(at_, end - at_));
    current_->append(std::move(node));
    at_ = end;
  }

  // False: no whole tag starts here.
  bool tag() {
    if (peek(0) != '<') return false;
    const bool closes = peek(1) == '/';
    if (!is_letter(peek(closes ? 2 : 1))) return false;
    const size_t end = tag_end();
    if (end == std::string_view::npos) return false;
    const size_t name_begin = at_ + (closes ? 2 : 1);
    size_t name_end = name_begin;
    while (name_end < end && !is_space(html_[name_end]) && html_[name_end] != '/') ++name_end;
    const std::string name = lowered(html_.substr(name_begin, name_end - name_begin));
    if (closes) {
      close(name);
    } else {
      open(name, html_.substr(name_end, end - name_end));
    }
    at_ = end + 1;
    return true;
  }

  // Of the '>' outside of quotes.
  size_t tag_end() {
    char quote = '\0';
    const size_t limit = std::min(html_.size(), at_ + kMaxTagBytes);
    if (next_end_ < at_) next_end_ = std::min(html_.find('>', at_), html_.size());
    if (next_end_ >= limit) return std::string_view::npos;
    for (size_t i = at_ + 1; i < limit; ++i) {
      const char c = html_[i];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return i;
      }
    }
    return std::string_view::npos;
  }

  void open(const std::string& name, std::string_view rest) {
    auto node = std::make_unique<HtmlNode>();
    node->tag = name;
    const bool empty = is_void(name) || rest.ends_with('/');
    if (rest.ends_with('/')) rest.remove_suffix(1);
    read_attributes(*node, rest);
    HtmlNode* opened = node.get();
    current_->append(std::move(node));
    if (empty) return;
    current_ = opened;
    ++depth_;
  }

  void close(const std::string& name) {
    HtmlNode* open = current_;
    int levels = 1;
    for (; open != nullptr && !open->is(name); open = open->parent) ++levels;
    if (open == nullptr || open == root_.get()) return;
    current_ = open->parent;
    depth_ -= levels;
  }

  static void read_attributes(HtmlNode& node, std::string_view rest) {
    size_t at = 0;
    const auto skip = [&] {
      while (at < rest.size() && is_space(rest[at])) ++at;
    };
    while (true) {
      skip();
      const size_t name_begin = at;
      while (at < rest.size() && !is_space(rest[at]) && rest[at] != '=') ++at;
      if (at == name_begin && at >= rest.size()) return;
      const std::string name = lowered(rest.substr(name_begin, at - name_begin));
      skip();
      std::string_view value;
      if (at < rest.size() && rest[at] == '=') {
        ++at;
        skip();
        value = attribute_value(rest, at);
      }
      if (!name.empty()) node.attributes.emplace_back(name, text::unescape_html(value));
    }
  }

  static std::string_view attribute_value(std::string_view rest, size_t& at) {
    if (at >= rest.size()) return {};
    const char quote = rest[at];
    if (quote == '"' || quote == '\'') {
      const size_t begin = at + 1;
      const size_t end = std::min(rest.find(quote, begin), rest.size());
      at = std::min(end + 1, rest.size());
      return rest.substr(begin, end - begin);
    }
    const size_t begin = at;
    while (at < rest.size() && !is_space(rest[at])) ++at;
    return rest.substr(begin, at - begin);
  }

  std::string_view html_;
  std::unique_ptr<HtmlNode> root_;
  HtmlNode* current_ = nullptr;
  size_t at_ = 0;
  size_t next_end_ = 0;  // of the first '>' from at_ on, if it is not before at_
  int depth_ = 0;
};

// Whether the '&' at the front begins a reference by a name that was not unescaped.
bool is_unknown_reference(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kKnown = {"amp",  "lt",   "gt",
                                                             "quot", "apos", "nbsp"};
  size_t end = 1;
  while (end < text.size() && is_letter(text[end])) ++end;
  const std::string_view name = text.substr(1, end - 1);
  return !name.empty() && end < text.size() && text[end] == ';' &&
         std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end();
}

void append_escaped(std::string& out, std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      out += is_unknown_reference(text.substr(i)) ? "&" : "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
}

// In double quotes, in single ones around a double quote.
void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  const bool has_double = value.find('"') != std::string_view::npos;
  const bool has_single = value.find('\'') != std::string_view::npos;
  const char quote = has_double && !has_single ? '\'' : '"';
  out += ' ';
  out += name;
  out += '=';
  out += quote;
  std::string escaped;
  append_escaped(escaped, value);
  for (const char c : escaped) {
    if (c == '"' && quote == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  out += quote;
}

void write_node(std::string& out, const HtmlNode& node) {
  if (node.tag.empty()) {
    append_escaped(out, node.text);
  } else {
    out += '<' + node.tag;
    for (const auto& [name, value] : node.attributes) append_attribute(out, name, value);
    if (is_void(node.tag)) {
      out += "/>";
      return;
    }
    out += '>';
  }
  for (const auto& child : node.children) write_node(out, *child);
  if (!node.tag.empty()) out += "</" + node.tag + '>';
}

void append_text(const HtmlNode& node, std::string& text) {
  text += node.text;
  for (const auto& child : node.children) append_text(*child, text);
}

void collect(HtmlNode& node, std::string_view name, std::string_view other,
             std::vector<HtmlNode*>& found) {
  for (const auto& child : node.children) {
    if (child->is(name) || child->is(other)) found.push_back(child.get());
    collect(*child, name, other, found);
  }
}

}  // namespace

std::string_view HtmlNode::attribute(std::string_view name) const {
  for (const auto& [key, value] : attributes) {
    if (key == name) return value;
  }
  return {};
}

void HtmlNode::set_attribute(std::string_view name, std::string value) {
  for (auto& [key, old] : attributes) {
    if (key != name) continue;
    old = std::move(value);
    return;
  }
  attributes.emplace_back(name, std::move(value));
}

void HtmlNode::append(std::unique_ptr<HtmlNode> child) {
  child->parent = this;
  children.push_back(std::move(child));
}

void HtmlNode::insert_before(const HtmlNode* next, std::unique_ptr<HtmlNode> child) {
  child->parent = this;
  const auto at = std::find_if(children.begin(), children.end(),
                               [next](const auto& node) { return node.get() == next; });
  children.insert(at, std::move(child));
}

std::optional<std::unique_ptr<HtmlNode>> parse_html(std::string_view html) {
  return Parser(html).parse();
}

std::string write_html(const HtmlNode& root) {
  std::string out;
  write_node(out, root);
  return out;
}

std::unique_ptr<HtmlNode> detach(HtmlNode& node) {
  auto& siblings = node.parent->children;
  const auto at = std::find_if(siblings.begin(), siblings.end(),
                               [&node](const auto& sibling) { return sibling.get() == &node; });
  std::unique_ptr<HtmlNode> taken = std::move(*at);
  siblings.erase(at);
  taken->parent = nullptr;
  return taken;
}

std::vector<std::unique_ptr<HtmlNode>> detach_all(const std::vector<HtmlNode*>& nodes) {
  std::map<const HtmlNode*, size_t> places;
  std::set<HtmlNode*> parents;
  for (size_t i = 0; i < nodes.size(); ++i) {
    places[nodes[i]] = i;
    parents.insert(nodes[i]->parent);
  }
  std::vector<std::unique_ptr<HtmlNode>> taken(nodes.size());
  for (HtmlNode* parent : parents) {
    for (auto& child : parent->children) {
      const auto place = places.find(child.get());
      if (place == places.end()) continue;
      child->parent = nullptr;
      taken[place->second] = std::move(child);
    }
    std::erase(parent->children, nullptr);
  }
  return taken;
}

std::unique_ptr<HtmlNode> text_node(std::string_view text) {
  auto node = std::make_unique<HtmlNode>();
  node->text = text;
  return node;
}

std::vector<HtmlNode*> descendants(HtmlNode& root, std::string_view name, std::string_view other) {
  std::vector<HtmlNode*> found;
  collect(root, name, other, found);
  return found;
}

std::string text_content(const HtmlNode& node) {
  std::string text;
  append_text(node, text);
  return text;
}

}  // namespace mineru::doc::vlm
