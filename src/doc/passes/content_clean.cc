#include "doc/passes/content_clean.h"

#include <algorithm>
#include <vector>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kOpen = "\\[";
constexpr std::string_view kClose = "\\]";

// Lines without their ends (\n, \r\n, \r); a final line end starts no further line.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : (text.empty() ? 0 : 1));
  }
  return lines;
}

size_t count(std::string_view text, std::string_view what) {
  size_t found = 0;
  for (size_t pos = text.find(what); pos != std::string_view::npos;
       pos = text.find(what, pos + what.size())) {
    ++found;
  }
  return found;
}

// find() from growing positions, linear over all calls.
class Finder {
 public:
  Finder(std::string_view text, std::string_view what) : text_(text), what_(what) {}

  size_t at_or_after(size_t pos) {
    const bool stale = !started_ || (next_ != std::string_view::npos && next_ < pos);
    if (stale) next_ = text_.find(what_, pos);
    started_ = true;
    return next_;
  }

 private:
  std::string_view text_;
  std::string_view what_;
  size_t next_ = 0;
  bool started_ = false;
};

}  // namespace

std::string clean_code(std::string_view code) {
  std::vector<std::string_view> lines = split_lines(code);
  if (!lines.empty() && text::trim(lines.back()) == kFence) lines.pop_back();
  if (!lines.empty() && lines.front().starts_with(kFence)) lines.erase(lines.begin());
  std::string joined;
  for (const std::string_view line : lines) {
    joined += line;
    joined += '\n';
  }
  return std::string(text::trim(joined));
}

std::string clean_brackets(std::string_view text) {
  const size_t pairs = count(text, kOpen);
  if (pairs == 0 || pairs != count(text, kClose)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  Finder opens(text, kOpen);
  Finder closes(text, kClose);
  Finder line_ends(text, "\n");
  size_t pos = 0;
  size_t search = 0;
  while (true) {
    const size_t open = opens.at_or_after(search);
    if (open == std::string_view::npos) break;
    const size_t inner = open + kOpen.size();
    const size_t close = closes.at_or_after(inner);
    if (close == std::string_view::npos) break;
    search = inner;
    if (line_ends.at_or_after(inner) < close) continue;  // npos is greater than any close
    out += text.substr(pos, open - pos);
    out += '[';
    out += text.substr(inner, close - inner);
    out += ']';
    pos = search = close + kClose.size();
  }
  out += text.substr(pos);
  return out;
}

std::string clean_formula(std::string_view latex) {
  if (latex.starts_with(kOpen)) latex.remove_prefix(kOpen.size());
  if (latex.ends_with(kClose)) latex.remove_suffix(kClose.size());
  return std::string(text::trim(latex));
}

}  // namespace mineru::doc
