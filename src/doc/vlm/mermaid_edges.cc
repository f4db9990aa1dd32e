#include "doc/vlm/mermaid.h"
#include "doc/vlm/mermaid_scan.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"

namespace mineru::doc::vlm {

namespace {

size_t count_unquoted_bars(std::string_view line) {
  size_t count = 0;
  bool quoted = false;
  for (size_t pos = 0; pos < line.size(); ++pos) {
    if (line[pos] == '\\')
      ++pos;
    else if (line[pos] == '"')
      quoted = !quoted;
    else if (line[pos] == '|' && !quoted)
      ++count;
  }
  return count;
}

// An arrow, a |label| of at least one character, and something behind it.
bool has_labelled_edge(std::string_view line) {
  for (size_t arrow = line.find(kMermaidArrow); arrow != std::string_view::npos;
       arrow = line.find(kMermaidArrow, arrow + 1)) {
    const size_t open = skip_python_space(line, arrow + kMermaidArrow.size());
    if (open >= line.size() || line[open] != '|') continue;
    const size_t close = line.find('|', open + 1);
    if (close == std::string_view::npos) return false;
    if (close > open + 1 && skip_python_space(line, close + 1) < line.size()) return true;
  }
  return false;
}

// An arrow between the last bar and the one before, and something behind the last.
bool has_single_bar_edge(std::string_view line) {
  const size_t last = line.rfind('|');
  if (last == std::string_view::npos || last + 1 == line.size()) return false;
  const size_t before = last == 0 ? std::string_view::npos : line.rfind('|', last - 1);
  const size_t start = before == std::string_view::npos ? 0 : before + 1;
  return line.substr(start, last - start).find(kMermaidArrow) != std::string_view::npos;
}

bool is_invalid_edge(std::string_view line) {
  return line.find(kMermaidArrow) != std::string_view::npos && !line.starts_with("%%") &&
         count_unquoted_bars(line) == 1 && !has_labelled_edge(line) && has_single_bar_edge(line);
}

}  // namespace

std::string drop_invalid_mermaid_edges(std::string_view content) {
  std::vector<std::string> kept;
  for (const std::string_view line : split_lines(content)) {
    if (!is_invalid_edge(python_strip(line))) kept.emplace_back(line);
  }
  return join_mermaid_lines(kept, content);
}

}  // namespace mineru::doc::vlm
