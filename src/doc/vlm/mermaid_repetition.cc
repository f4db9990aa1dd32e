#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "doc/vlm/mermaid.h"
#include "doc/vlm/mermaid_scan.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/repeat_counter.h"
#include "doc/vlm/reply_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr size_t kConsecutive = 8;
constexpr size_t kTotal = 20;
constexpr size_t kEdges = 8;
constexpr size_t kTokens = 8;
constexpr size_t kMaxIdCodes = 128;
constexpr size_t kMaxLabelCodes = 2000;
constexpr double kUniqueRatio = 0.2;
constexpr size_t kNodeIdCodes = 80;
constexpr size_t kSnippetCodes = 120;

using Issues = std::vector<MermaidIssue>;

void add_issue(Issues& issues, std::string_view reason, std::string_view node_id, size_t count,
               std::string_view snippet) {
  issues.push_back({std::string(reason), std::string(node_id), count,
                    std::string(first_codes(snippet, kSnippetCodes))});
}

bool is_upper_ascii(char c) { return c >= 'A' && c <= 'Z'; }

// Pairs "Ab" or "AB" of an id that do not overlap; without any, all pairs of neighbours in its
// runs of 9 letters or more.
RepeatCounter count_pairs(std::string_view id) {
  RepeatCounter pairs;
  for (size_t pos = 0; pos + 1 < id.size();) {
    const bool pair = is_upper_ascii(id[pos]) && is_ascii_alpha(id[pos + 1]);
    if (pair) pairs.add(id.substr(pos, 2));
    pos += pair ? 2 : 1;
  }
  if (pairs.size() > 0) return pairs;
  for (size_t pos = 0; pos < id.size();) {
    size_t end = pos;
    while (end < id.size() && is_ascii_alpha(id[end])) ++end;
    if (end - pos >= kTokens) {
      for (; pos + 1 < end; ++pos) pairs.add(id.substr(pos, 2));
    }
    pos = end + 1;
  }
  return pairs;
}

void check_node_id(std::string_view id, Issues& issues) {
  const size_t num_codes = count_codes(id);
  const std::string_view name = first_codes(id, kNodeIdCodes);
  if (num_codes > kMaxIdCodes) add_issue(issues, "oversized_node_id", name, num_codes, id);
  const RepeatCounter pairs = count_pairs(id);
  const RepeatCounter::Entry* most = pairs.most_frequent();
  if (most != nullptr && most->count >= kTokens) {
    add_issue(issues, "node_id_token_repetition", name, most->count, most->text);
  }
}

// "<br>", "<BR />"; its length, 0 if there is none at `pos`.
size_t line_break_length(std::string_view text, size_t pos) {
  if (to_lower_ascii(text.substr(pos, 3)) != "<br") return 0;
  size_t end = skip_python_space(text, pos + 3);
  if (end < text.size() && text[end] == '/') ++end;
  return end < text.size() && text[end] == '>' ? end + 1 - pos : 0;
}

// \n, \\n and <br> as line ends.
std::string unescape_newlines(std::string_view label) {
  std::string out;
  out.reserve(label.size());
  for (size_t pos = 0; pos < label.size();) {
    const size_t slashes_end = std::min(label.find_first_not_of('\\', pos), label.size());
    if (slashes_end > pos) {
      const bool newline = slashes_end < label.size() && label[slashes_end] == 'n';
      out += newline ? "\n" : label.substr(pos, slashes_end - pos);
      pos = slashes_end + (newline ? 1 : 0);
      continue;
    }
    const size_t length = label[pos] == '<' ? line_break_length(label, pos) : 0;
    out += length > 0 ? '\n' : label[pos];
    pos += length > 0 ? length : 1;
  }
  return out;
}

void check_label(std::string_view id, std::string_view label, Issues& issues) {
  const std::string text = unescape_newlines(label);
  RepeatCounter lines;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view stripped = python_strip(line);
    if (!stripped.empty()) lines.add(stripped);
  }
  if (lines.size() == 0) return;
  const RepeatCounter::Entry& run = lines.longest_run();
  const RepeatCounter::Entry& most = *lines.most_frequent();
  const double ratio = static_cast<double>(lines.size()) / static_cast<double>(lines.total());
  if (run.count >= kConsecutive) {
    add_issue(issues, "consecutive_line_repetition", id, run.count, run.text);
  } else if (most.count >= kTotal) {
    add_issue(issues, "overall_line_repetition", id, most.count, most.text);
  } else if (count_codes(text) >= kMaxLabelCodes && ratio <= kUniqueRatio) {
    add_issue(issues, "long_low_diversity_label", id, lines.total(), lines.entries()[0].text);
  }
}

// First quote at or after `pos` with no backslash before it; a backslash hides any character.
size_t find_quote(std::string_view text, size_t pos) {
  while (pos < text.size() && text[pos] != '"') pos += text[pos] == '\\' ? 2 : 1;
  return pos < text.size() ? pos : std::string_view::npos;
}

// Every id["label"].
void check_labelled_nodes(std::string_view content, Issues& issues) {
  for (size_t pos = 0; pos < content.size();) {
    const size_t end = skip_mermaid_id(content, pos);
    if (end == pos) {
      ++pos;
      continue;
    }
    const std::string_view id = content.substr(pos, end - pos);
    pos = end;
    const size_t open = skip_python_space(content, end);
    if (!content.substr(open).starts_with("[\"")) continue;
    const size_t close = find_quote(content, open + 2);
    if (close == std::string_view::npos || !content.substr(close).starts_with("\"]")) continue;
    check_node_id(id, issues);
    check_label(id, content.substr(open + 2, close - open - 2), issues);
    pos = close + 2;
  }
}

struct Edge {
  std::string_view source;
  std::string_view target;
  std::string_view rest;  // behind the target's id, white space removed
  bool has_label = false;
};

// A line that starts "src --> dst" or "src -->|label| dst".
std::optional<Edge> read_edge(std::string_view line) {
  Edge edge;
  const size_t start = skip_python_space(line, 0);
  size_t end = skip_mermaid_id(line, start);
  // The id's own characters include the dashes of an arrow that follows at once.
  if (end - start > 2 && line.substr(end - 2).starts_with(kMermaidArrow)) end -= 2;
  const size_t arrow = skip_python_space(line, end);
  if (end == start || !line.substr(arrow).starts_with(kMermaidArrow)) return std::nullopt;
  edge.source = line.substr(start, end - start);
  size_t target = skip_python_space(line, arrow + kMermaidArrow.size());
  if (target < line.size() && line[target] == '|') {
    const size_t bar = line.find('|', target + 1);
    if (bar == std::string_view::npos) return std::nullopt;
    target = skip_python_space(line, bar + 1);
    edge.has_label = true;
  }
  const size_t target_end = skip_mermaid_id(line, target);
  if (target_end == target) return std::nullopt;
  edge.target = line.substr(target, target_end - target);
  edge.rest = python_strip(line.substr(target_end));
  return edge;
}

// Nothing, or one [shape], (shape) or {shape}.
bool is_one_shape(std::string_view rest) {
  if (rest.empty()) return true;
  constexpr std::string_view kOpen = "[({";
  constexpr std::string_view kClose = "])}";
  const size_t kind = kOpen.find(rest[0]);
  return kind != std::string_view::npos && rest.find(kClose[kind]) == rest.size() - 1;
}

// LABEL of ["LABEL"]. A backslash must be doubled, and then hides the character behind the two.
std::optional<std::string_view> label_of(std::string_view rest) {
  if (!rest.starts_with("[\"")) return std::nullopt;
  size_t pos = 2;
  while (pos < rest.size() && rest[pos] != '"') {
    if (rest[pos] != '\\') {
      ++pos;
      continue;
    }
    if (!rest.substr(pos).starts_with("\\\\") || pos + 2 >= rest.size()) return std::nullopt;
    pos += 3;
  }
  if (rest.substr(std::min(pos, rest.size())) != "\"]") return std::nullopt;
  return rest.substr(2, pos - 2);
}

void check_same_edges(const std::vector<std::string_view>& lines, Issues& issues) {
  RepeatCounter edges;
  for (const std::string_view line : lines) {
    const std::optional<Edge> edge = read_edge(line);
    if (!edge || !is_one_shape(edge->rest)) continue;
    edges.add(std::string(edge->source) + "-->" + std::string(edge->target));
  }
  for (const RepeatCounter::Entry& edge : edges.entries()) {
    if (edge.count >= kEdges) {
      issues.push_back({"same_edge_repetition", edge.text, edge.count, edge.text});
    }
  }
}

void check_edge_ids(const std::vector<std::string_view>& lines, Issues& issues) {
  for (std::string_view line : lines) {
    if (const std::optional<Edge> edge = read_edge(line); edge && is_one_shape(edge->rest)) {
      check_node_id(edge->source, issues);
      check_node_id(edge->target, issues);
      continue;
    }
    if (count_of(line, kMermaidArrow) < 2) continue;
    for (bool more = true; more;) {
      const size_t arrow = line.find(kMermaidArrow);
      more = arrow != std::string_view::npos;
      std::string_view segment = python_strip(line.substr(0, arrow));
      if (more) line.remove_prefix(arrow + kMermaidArrow.size());
      const size_t bar = segment.starts_with('|') ? segment.find('|', 1) : std::string_view::npos;
      if (bar != std::string_view::npos) segment = python_strip(segment.substr(bar + 1));
      const size_t end = skip_mermaid_id(segment, 0);
      if (end > 0) check_node_id(segment.substr(0, end), issues);
    }
  }
}

void check_edge_labels(const std::vector<std::string_view>& lines, Issues& issues) {
  RepeatCounter labels;
  for (const std::string_view line : lines) {
    const std::optional<Edge> edge = read_edge(line);
    std::optional<std::string_view> label;
    if (edge && !edge->has_label) label = label_of(edge->rest);
    const std::string_view text = python_strip(label.value_or(""));
    if (text.empty()) {
      labels.break_run();
    } else {
      labels.add(text);
    }
  }
  for (const RepeatCounter::Entry& label : labels.entries()) {
    if (label.count >= kEdges) {
      add_issue(issues, "same_label_edge_repetition", "EDGE_LABEL", label.count, label.text);
    }
  }
  const RepeatCounter::Entry& run = labels.longest_run();
  if (run.count >= kEdges) {
    add_issue(issues, "consecutive_same_label_edges", "EDGE_LABEL_CHAIN", run.count, run.text);
  }
}

bool is_structure(std::string_view line) {
  constexpr std::array<std::string_view, 5> kStarts = {"graph ", "flowchart ", "subgraph ",
                                                       "direction ", "%%"};
  const std::string lower = to_lower_ascii(line);
  return lower == "end" || line.find(kMermaidArrow) != std::string_view::npos ||
         std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return lower.starts_with(start); });
}

// White space and the given characters removed at both ends; the rest on single blanks.
std::string normalize_line(std::string_view line) {
  constexpr std::string_view kBefore = "[]()\"'>";
  constexpr std::string_view kAfter = "[]()\"',.;:";
  std::string_view before;
  while (before != line) {
    before = line;
    line = python_strip(line);
    if (!line.empty() && kBefore.find(line.front()) != std::string_view::npos)
      line.remove_prefix(1);
    if (!line.empty() && kAfter.find(line.back()) != std::string_view::npos) line.remove_suffix(1);
  }
  return collapse_spaces(line);
}

void check_raw_lines(const std::vector<std::string_view>& lines, Issues& issues) {
  RepeatCounter counter;
  for (const std::string_view line : lines) {
    const std::string_view stripped = python_strip(line);
    if (stripped.empty() || is_structure(stripped)) continue;
    const std::string text = normalize_line(stripped);
    if (!text.empty()) counter.add(text);
  }
  const RepeatCounter::Entry& run = counter.longest_run();
  if (run.count >= kConsecutive) {
    add_issue(issues, "raw_consecutive_line_repetition", "GLOBAL", run.count, run.text);
  }
  const RepeatCounter::Entry* most = counter.most_frequent();
  if (most != nullptr && most->count >= kTotal) {
    add_issue(issues, "raw_overall_line_repetition", "GLOBAL", most->count, most->text);
  }
}

}  // namespace

std::vector<MermaidIssue> mermaid_repetition_issues(std::string_view content) {
  const std::string unescaped = unescape_newlines(content);
  const std::vector<std::string_view> lines = split_lines(unescaped);
  Issues issues;
  check_labelled_nodes(content, issues);
  check_same_edges(lines, issues);
  check_edge_ids(lines, issues);
  check_edge_labels(lines, issues);
  check_raw_lines(lines, issues);
  return issues;
}

}  // namespace mineru::doc::vlm
