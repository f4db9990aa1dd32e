#include <string>
#include <unordered_map>
#include <unordered_set>

#include "doc/vlm/mermaid.h"
#include "doc/vlm/mermaid_scan.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"

namespace mineru::doc::vlm {

namespace {

// Runs of ASCII letters and digits, in camel case: "Top LAYER" is TopLayer.
std::string camel_case(std::string_view name) {
  std::string out;
  bool first_chunk = true;
  for (size_t pos = 0; pos < name.size();) {
    size_t end = pos;
    while (end < name.size() && is_ascii_alnum(name[end])) ++end;
    if (end == pos) {
      ++pos;
      continue;
    }
    std::string chunk(name.substr(pos, end - pos));
    if (!first_chunk) {
      chunk = to_lower_ascii(chunk);
      if (chunk[0] >= 'a' && chunk[0] <= 'z') chunk[0] = static_cast<char>(chunk[0] - 'a' + 'A');
    }
    out += chunk;
    first_chunk = false;
    pos = end;
  }
  return out;
}

std::string make_node_id(std::string_view name) {
  std::string id = camel_case(name);
  if (id.empty()) {
    for (const char c : name) {
      if (c == '_') id += c;
    }
  }
  if (id.empty()) return "node";
  return is_ascii_digit(id[0]) ? "n" + id : id;
}

// Blanks only: tabs stay.
std::string sanitize_label(std::string_view label) {
  std::string out;
  for (const char c : label) {
    if (c == '(' || c == ')') continue;
    if (c == ' ' && out.ends_with(' ')) continue;
    out += c;
  }
  return std::string(python_strip(out));
}

class NodeIds {
 public:
  // Ids that lines declare, "a[", "a(" or "a{" at their start, are taken.
  explicit NodeIds(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
      const size_t start = skip_python_space(line, 0);
      size_t end = start;
      while (end < line.size() && (is_ascii_alnum(line[end]) || line[end] == '_')) ++end;
      const std::string_view id = line.substr(start, end - start);
      const size_t next = skip_python_space(line, end);
      if (!is_legal_mermaid_id(id) || next >= line.size()) continue;
      if (std::string_view("[({").find(line[next]) != std::string_view::npos) taken_.emplace(id);
    }
  }

  std::string endpoint(std::string_view token) {
    std::string name(python_strip(token));
    const bool plain = !name.empty() && name.find_first_of("[](){}\"|") == std::string::npos;
    if (!plain || is_legal_mermaid_id(name)) return name;
    const auto known = ids_.find(name);
    if (known != ids_.end()) return known->second;
    const std::string id = unused(make_node_id(name));
    taken_.insert(id);
    ids_.emplace(name, id);
    return id + "[\"" + name + "\"]";
  }

 private:
  // `base`, or with the first number from 2 on that makes it new.
  std::string unused(const std::string& base) {
    if (!taken_.contains(base)) return base;
    size_t& suffix = suffixes_.try_emplace(base, 2).first->second;
    std::string id = base + std::to_string(suffix);
    while (taken_.contains(id)) id = base + std::to_string(++suffix);
    return id;
  }

  std::unordered_map<std::string, std::string> ids_;  // name -> id
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, size_t> suffixes_;  // base -> smaller ones are taken
};

// What follows an arrow: "|label| target" or "target".
std::string edge_target(std::string_view segment, NodeIds& ids) {
  const std::string_view text = python_strip(segment);
  if (!text.starts_with('|')) return " --> " + ids.endpoint(text);
  const size_t bar = text.find('|', 1);
  if (bar == std::string_view::npos || bar + 1 == text.size()) return " -->" + std::string(text);
  const std::string label = sanitize_label(text.substr(1, bar - 1));
  return " -->|" + label + "| " + ids.endpoint(text.substr(bar + 1));
}

std::string fix_statement(std::string_view statement, NodeIds& ids) {
  if (statement.starts_with("%%")) return std::string(statement);
  const std::vector<std::string_view> chain = split_mermaid(statement, kMermaidArrow);
  if (chain.size() < 2) return std::string(statement);
  std::string out = ids.endpoint(chain[0]);
  for (size_t i = 1; i < chain.size(); ++i) out += edge_target(chain[i], ids);
  return out;
}

std::string fix_line(std::string_view line, NodeIds& ids) {
  std::vector<std::string_view> statements = split_mermaid(line, ";");
  const bool closed = statements.size() > 1 && python_strip(statements.back()).empty();
  std::string out = "  ";
  bool first = true;
  for (const std::string_view statement : statements) {
    const std::string_view text = python_strip(statement);
    if (text.empty()) continue;
    if (!first) out += "; ";
    out += fix_statement(text, ids);
    first = false;
  }
  if (closed) out += ';';
  return out;
}

}  // namespace

std::string legalize_mermaid_node_ids(std::string_view content) {
  const std::vector<std::string_view> lines = split_lines(content);
  NodeIds ids(lines);
  std::vector<std::string> fixed;
  fixed.reserve(lines.size());
  for (const std::string_view line : lines) {
    const bool has_edges = line.find(kMermaidArrow) != std::string_view::npos &&
                           !python_strip(line).starts_with("%%") && !has_two_way_arrow(line);
    fixed.push_back(has_edges ? fix_line(line, ids) : std::string(line));
  }
  return join_mermaid_lines(fixed, content);
}

}  // namespace mineru::doc::vlm
