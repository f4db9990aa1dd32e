#include "doc/vlm/mermaid_scan.h"

#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"

namespace mineru::doc::vlm {

namespace {

// Where a reader of Mermaid stands: in quotes, in brackets, in an edge's label.
class Nesting {
 public:
  bool top_level() const { return !quoted_ && !in_label_ && depth_ == 0; }

  void read(char c) {
    if (quoted_) {
      if (c == '"' && !escaped_) quoted_ = false;
      escaped_ = c == '\\' && !escaped_;
      return;
    }
    if (c == '"') quoted_ = true;
    if (c == '|' && depth_ == 0) in_label_ = !in_label_;
    if (c == '[' || c == '(' || c == '{') ++depth_;
    if ((c == ']' || c == ')' || c == '}') && depth_ > 0) --depth_;
  }

 private:
  bool quoted_ = false;
  bool escaped_ = false;  // in quotes: by the backslash before
  bool in_label_ = false;
  size_t depth_ = 0;  // any bracket closes any other
};

}  // namespace

size_t skip_mermaid_id(std::string_view text, size_t pos) {
  while (pos < text.size()) {
    const char c = text[pos];
    if (is_ascii_alnum(c) || c == '_' || c == '-') {
      ++pos;
      continue;
    }
    const CodePoint next = code_point_at(text, pos);
    if (next.code < 0x4E00 || next.code > 0x9FA5) break;
    pos += next.num_bytes;
  }
  return pos;
}

bool is_legal_mermaid_id(std::string_view id) {
  if (id.empty() || is_ascii_digit(id.front())) return false;
  for (const char c : id) {
    if (!is_ascii_alnum(c) && c != '_') return false;
  }
  return true;
}

size_t two_way_arrow_length(std::string_view text, size_t pos) {
  if (pos >= text.size() || text[pos] != '<') return 0;
  size_t end = pos + 1;
  for (const char c : {'-', '-', '>'}) {
    end = skip_python_space(text, end);
    if (end >= text.size() || text[end] != c) return 0;
    ++end;
  }
  return end - pos;
}

bool has_two_way_arrow(std::string_view text) {
  for (size_t pos = text.find('<'); pos != std::string_view::npos; pos = text.find('<', pos + 1)) {
    if (two_way_arrow_length(text, pos) > 0) return true;
  }
  return false;
}

std::string join_mermaid_lines(const std::vector<std::string>& lines, std::string_view original) {
  std::string out;
  out.reserve(original.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) out += '\n';
    out += lines[i];
  }
  if (original.ends_with('\n')) out += '\n';
  return out;
}

std::vector<std::string_view> split_mermaid(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  Nesting nesting;
  size_t start = 0;
  for (size_t pos = 0; pos < text.size();) {
    if (nesting.top_level() && text.substr(pos).starts_with(separator)) {
      parts.push_back(text.substr(start, pos - start));
      pos += separator.size();
      start = pos;
      continue;
    }
    nesting.read(text[pos]);
    ++pos;
  }
  parts.push_back(text.substr(start));
  return parts;
}

}  // namespace mineru::doc::vlm
