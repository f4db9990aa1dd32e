#include "doc/vlm/equation_left_right.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "doc/vlm/equation_delimiter_tokens.h"
#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kBeginArray = "\\begin{array}";
constexpr std::string_view kEndArray = "\\end{array}";

enum class NodeKind { kText, kBreak, kBegin, kEnd };

struct Node {
  std::string_view text;
  NodeKind kind = NodeKind::kText;
  std::string repaired;  // instead of `text`, when not empty
};

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Length of \begin{array}{l r} at the start of `text`; 0 for another column specification.
size_t begin_array_length(std::string_view text) {
  if (!text.starts_with(kBeginArray)) return 0;
  size_t pos = skip_python_space(text, kBeginArray.size());
  if (pos >= text.size() || text[pos] != '{') return 0;
  ++pos;
  while (pos < text.size()) {
    const size_t after_space = skip_python_space(text, pos);
    if (after_space == pos && !is_ascii_letter(text[pos])) break;
    pos = std::max(after_space, pos + 1);
  }
  return pos < text.size() && text[pos] == '}' ? pos + 1 : 0;
}

// Length of the delimiter between nodes at the start of `text`, and what it is.
std::pair<size_t, NodeKind> delimiter_at(std::string_view text) {
  if (text.starts_with('&')) return {1, NodeKind::kBreak};
  if (text.starts_with("\\\\")) return {2, NodeKind::kBreak};
  if (text.starts_with(kEndArray)) return {kEndArray.size(), NodeKind::kEnd};
  return {begin_array_length(text), NodeKind::kBegin};
}

// Cells, breaks between cells, and borders of arrays; trimmed, without the empty ones.
std::vector<Node> split_nodes(std::string_view latex) {
  std::vector<Node> nodes;
  const auto add_text = [&](size_t from, size_t to) {
    const std::string_view text = python_strip(latex.substr(from, to - from));
    if (text.empty()) return;
    // An array with another column specification opens here, and what follows it is not looked at.
    const bool opens = text.find(kBeginArray) != std::string_view::npos;
    nodes.push_back({text, opens ? NodeKind::kBegin : NodeKind::kText, {}});
  };
  size_t start = 0;
  size_t pos = latex.find_first_of("&\\");
  while (pos != std::string_view::npos) {
    const auto [length, kind] = delimiter_at(latex.substr(pos));
    if (length > 0) {
      add_text(start, pos);
      nodes.push_back({latex.substr(pos, length), kind, {}});
      start = pos + length;
    }
    pos = latex.find_first_of("&\\", pos + std::max<size_t>(length, 1));
  }
  add_text(start, latex.size());
  return nodes;
}

// The reference numbers arrays in such a way that arrays after nested ones reuse numbers, and then
// finds one array of each number only: of those with the fewest arrays inside, the last one to
// close. `Array::found` says whether it finds this one.
struct Array {
  int tag = 0;
  size_t num_inside = 0;
  bool found = false;
};

// In the order of opening. Nothing when begins and ends do not match.
std::optional<std::vector<Array>> find_arrays(const std::vector<Node>& nodes) {
  std::vector<Array> arrays;
  std::vector<size_t> open;
  std::map<int, size_t> found;  // of each tag
  int counter = 0;
  for (const Node& node : nodes) {
    if (node.kind == NodeKind::kBegin) {
      open.push_back(arrays.size());
      arrays.push_back({++counter});
    } else if (node.kind == NodeKind::kEnd) {
      if (open.empty()) return std::nullopt;
      const size_t closed = open.back();
      open.pop_back();
      counter = arrays[closed].tag;
      arrays[closed].num_inside = arrays.size() - closed - 1;
      const auto [other, is_new] = found.try_emplace(counter, closed);
      if (!is_new && arrays[closed].num_inside <= arrays[other->second].num_inside) {
        other->second = closed;
      }
    }
  }
  if (!open.empty()) return std::nullopt;
  for (const auto& [tag, array] : found) arrays[array].found = true;
  return arrays;
}

// Nodes of one cell: same array, same number of breaks before it. Tag 0: outside arrays.
struct Cell {
  int tag = 0;
  size_t num_breaks = 0;
  auto operator<=>(const Cell&) const = default;
};

using Cells = std::map<Cell, std::vector<size_t>>;  // to indices of text nodes

Cells group_by_cell(const std::vector<Node>& nodes, const std::vector<Array>& arrays) {
  Cells cells;
  std::vector<Cell> current;  // of each array that was found, in the order of opening
  std::vector<size_t> open;   // into `current`; an array that is not found is part of its parent
  size_t next_array = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    switch (nodes[i].kind) {
      case NodeKind::kBegin: {
        const Array& array = arrays[next_array++];
        if (array.found || open.empty()) {
          open.push_back(current.size());
          current.push_back({array.tag, 0});
        } else {
          open.push_back(open.back());
        }
        break;
      }
      case NodeKind::kEnd: open.pop_back(); break;
      case NodeKind::kBreak:
        if (!open.empty()) ++current[open.back()].num_breaks;
        break;
      case NodeKind::kText: cells[open.empty() ? Cell{} : current[open.back()]].push_back(i); break;
    }
  }
  return cells;
}

struct Piece {
  size_t node = 0;
  std::string_view text;
  std::optional<DelimiterToken> token;
};

std::vector<bool> find_lonely(const std::vector<Piece>& pieces) {
  std::vector<bool> lonely(pieces.size(), false);
  std::vector<size_t> stack;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].token) continue;
    if (!stack.empty() && are_partners(*pieces[stack.back()].token, *pieces[i].token)) {
      stack.pop_back();
    } else {
      stack.push_back(i);
    }
  }
  for (const size_t i : stack) lonely[i] = true;
  return lonely;
}

void repair_cell(std::vector<Node>& nodes, const std::vector<size_t>& cell) {
  size_t num_left = 0;
  size_t num_right = 0;
  for (const size_t i : cell) {
    num_left += count_left(nodes[i].text);
    num_right += count_right(nodes[i].text);
  }
  if (num_left == num_right) return;
  std::vector<Piece> pieces;
  for (const size_t i : cell) {
    for (const std::string_view text : split_at_delimiters(nodes[i].text)) {
      pieces.push_back({i, text, delimiter_token(text)});
    }
  }
  const std::vector<bool> lonely = find_lonely(pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    std::string& out = nodes[pieces[i].node].repaired;
    const bool is_left = pieces[i].token && pieces[i].token->side == Side::kLeft;
    if (lonely[i] && !is_left) out += "\\left. ";
    out += pieces[i].text;
    if (lonely[i] && is_left) out += " \\right.";
  }
}

}  // namespace

std::string balance_left_right(std::string_view latex) {
  const std::string unchanged(latex);
  if (count_left(latex) == count_right(latex)) return unchanged;
  if (count_of(latex, kBeginArray) != count_of(latex, kEndArray)) return unchanged;
  std::vector<Node> nodes = split_nodes(python_strip(latex));
  const std::optional<std::vector<Array>> arrays = find_arrays(nodes);
  if (!arrays) return unchanged;
  if (arrays->empty()) {
    if (!nodes.empty() && nodes.front().kind == NodeKind::kText) repair_cell(nodes, {0});
  } else {
    for (const auto& [cell, members] : group_by_cell(nodes, *arrays)) repair_cell(nodes, members);
  }
  std::string out;
  for (const Node& node : nodes) out += node.repaired.empty() ? node.text : node.repaired;
  return out;
}

}  // namespace mineru::doc::vlm
