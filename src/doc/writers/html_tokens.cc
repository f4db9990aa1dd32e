#include "doc/writers/html_tokens.h"

#include <algorithm>
#include <charconv>

#include "text/html.h"

namespace mineru::doc {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

class Splitter {
 public:
  explicit Splitter(std::string_view html) : in_(html) {}

  std::vector<HtmlToken> run() {
    while (at_ < in_.size()) {
      if (in_[at_] == '<' && (skip_comment() || read_tag())) continue;
      ++at_;
    }
    flush(at_);
    return std::move(tokens_);
  }

 private:
  void flush(size_t end) {
    if (end <= text_start_) return;
    HtmlToken token;
    token.text = text::unescape_html(in_.substr(text_start_, end - text_start_));
    tokens_.push_back(std::move(token));
  }

  // Found once that there is no such end, none is looked for again: "<!--<!--..." stays linear.
  bool skip_past(std::string_view end, bool& missing) {
    const size_t found = missing ? std::string_view::npos : in_.find(end, at_);
    missing = found == std::string_view::npos;
    if (missing) return false;
    flush(at_);
    text_start_ = at_ = found + end.size();
    return true;
  }

  bool skip_comment() {
    const std::string_view rest = in_.substr(at_);
    if (rest.starts_with("<!--")) return skip_past("-->", no_comment_end_);
    if (rest.starts_with("<!") || rest.starts_with("<?")) return skip_past(">", no_tag_end_);
    return false;
  }

  void skip_spaces(size_t& pos) const {
    while (pos < in_.size() && is_space(in_[pos])) ++pos;
  }

  std::string_view word(size_t& pos, std::string_view ends) const {
    const size_t start = pos;
    while (pos < in_.size() && !is_space(in_[pos]) && ends.find(in_[pos]) == ends.npos) ++pos;
    return in_.substr(start, pos - start);
  }

  // At the first character after "=" and blanks. Nothing: a quote that is never closed.
  std::optional<std::string> value(size_t& pos) const {
    if (pos >= in_.size() || (in_[pos] != '"' && in_[pos] != '\'')) {
      return text::unescape_html(word(pos, ">"));
    }
    const size_t end = in_.find(in_[pos], pos + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inner = in_.substr(pos + 1, end - pos - 1);
    pos = end + 1;
    return text::unescape_html(inner);
  }

  bool read_attributes(HtmlToken& token, size_t& pos) const {
    while (true) {
      skip_spaces(pos);
      if (pos >= in_.size()) return false;
      if (in_[pos] == '>') return true;
      if (in_[pos] == '/') {
        ++pos;
        continue;
      }
      const size_t start = pos;
      std::string name = lower(word(pos, "=/>"));
      if (pos == start) ++pos;  // a stray "="
      skip_spaces(pos);
      std::string text;
      if (pos < in_.size() && in_[pos] == '=' && !name.empty()) {
        skip_spaces(++pos);
        auto read = value(pos);
        if (!read) return false;
        text = std::move(*read);
      }
      if (!name.empty()) token.attributes.emplace_back(std::move(name), std::move(text));
    }
  }

  // False: not a tag, or one that is never closed.
  bool read_tag() {
    size_t pos = at_ + 1;
    HtmlToken token;
    token.kind = HtmlToken::Kind::kOpen;
    if (pos < in_.size() && in_[pos] == '/') {
      token.kind = HtmlToken::Kind::kClose;
      ++pos;
    }
    if (no_tag_end_ || pos >= in_.size() || !is_letter(in_[pos])) return false;
    token.name = lower(word(pos, "/>"));
    if (!read_attributes(token, pos)) {
      no_tag_end_ = true;
      return false;
    }
    flush(at_);
    text_start_ = at_ = pos + 1;
    tokens_.push_back(std::move(token));
    return true;
  }

  std::string_view in_;
  size_t at_ = 0;
  size_t text_start_ = 0;
  bool no_comment_end_ = false;
  bool no_tag_end_ = false;
  std::vector<HtmlToken> tokens_;
};

}  // namespace

std::string HtmlToken::attribute(std::string_view wanted) const {
  for (const auto& [key, value] : attributes) {
    if (key == wanted) return value;
  }
  return {};
}

std::vector<HtmlToken> html_tokens(std::string_view html) { return Splitter(html).run(); }

int span_attribute(const HtmlToken& cell, std::string_view name) {
  const std::string text = cell.attribute(name);
  int value = 1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp(value, 1, 1000);
}

}  // namespace mineru::doc
