#include <string>
#include <unordered_map>
#include <unordered_set>

#include "doc/vlm/mermaid.h"
#include "doc/vlm/mermaid_scan.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kKeyword = "subgraph";

// The id that a subgraph has already: its first word, or what stands before a bracket.
std::string_view own_id(std::string_view body) {
  size_t end = 0;
  while (end < body.size() && (is_ascii_alnum(body[end]) || body[end] == '_')) ++end;
  const std::string_view id = body.substr(0, end);
  if (!is_legal_mermaid_id(id)) return {};
  const size_t next = skip_python_space(body, end);
  const bool whole_word = next > end || next == body.size();
  const bool bracket = next < body.size() && (body[next] == '[' || body[next] == '(');
  return whole_word || bracket ? id : std::string_view();
}

std::string make_id(std::string_view title) {
  std::string id;
  for (const char c : title) {
    const char mapped = is_ascii_alnum(c) ? c : '_';
    if (mapped == '_' && (id.empty() || id.back() == '_')) continue;
    id += mapped;
  }
  if (id.ends_with('_')) id.pop_back();
  if (id.empty()) return "sg";
  return is_ascii_digit(id[0]) ? "sg_" + id : id;
}

class SubgraphIds {
 public:
  void take(std::string_view id) { taken_.emplace(id); }

  std::string add(const std::string& base) {
    if (taken_.insert(base).second) return base;
    size_t& suffix = suffixes_.try_emplace(base, 2).first->second;
    std::string id;
    do {
      id = base + "_" + std::to_string(suffix++);
    } while (!taken_.insert(id).second);
    return id;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, size_t> suffixes_;  // base -> smaller ones are taken
};

std::string fix_line(std::string_view line, SubgraphIds& ids) {
  const size_t keyword = skip_python_space(line, 0);
  const size_t end = keyword + kKeyword.size();
  if (!line.substr(keyword).starts_with(kKeyword)) return std::string(line);
  const std::string_view body = python_strip(line.substr(end));
  if (body.empty() || skip_python_space(line, end) == end) return std::string(line);
  const std::string_view own = own_id(body);
  if (!own.empty()) {
    ids.take(own);
    return std::string(line);
  }
  return std::string(line.substr(0, keyword)) + "subgraph " + ids.add(make_id(body)) + "[\"" +
         replace_all(body, "\"", "\\\"") + "\"]";
}

}  // namespace

std::string fix_mermaid_subgraphs(std::string_view content) {
  SubgraphIds ids;
  std::vector<std::string> fixed;
  for (const std::string_view line : split_lines(content)) fixed.push_back(fix_line(line, ids));
  return join_mermaid_lines(fixed, content);
}

}  // namespace mineru::doc::vlm
