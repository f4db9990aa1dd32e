#include <algorithm>
#include <optional>
#include <string>

#include "doc/vlm/mermaid.h"
#include "doc/vlm/mermaid_scan.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/reply_text.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kName = "mermaid";
// Stands for <--> while arrows are repaired: a byte that UTF-8 never contains.
constexpr char kTwoWay = '\xFF';

std::optional<std::string_view> fenced_body(std::string_view content, std::string_view opening) {
  const size_t open = content.find(opening);
  if (open == std::string_view::npos) return std::nullopt;
  const size_t start = open + opening.size();
  const size_t close = content.find(kFence, start);
  if (close == std::string_view::npos) return std::nullopt;
  return python_strip(content.substr(start, close - start));
}

std::string_view body_of(std::string_view content) {
  std::optional<std::string_view> body = fenced_body(content, "```mermaid");
  if (!body) body = fenced_body(content, kFence);
  std::string_view text = python_strip(body.value_or(content));
  if (to_lower_ascii(text.substr(0, kName.size())) == kName) {
    text = python_strip(text.substr(kName.size()));
  }
  return text;
}

// Letters, digits and '_' of any script: where a misspelled header goes on, it is another word.
bool continues_word(std::string_view text, size_t pos) {
  const char32_t code = code_point_at(text, pos).code;
  return code == '_' || text::is_letter(code) || text::is_digit(code);
}

std::string fix_header(std::string_view text) {
  struct Misspelling {
    std::string_view wrong;
    std::string_view right;
  };
  constexpr Misspelling kMisspellings[] = {
      {"grap", "graph"},         {"grapg", "graph"},          {"graphh", "graph"},
      {"flowchar", "flowchart"}, {"flowchartt", "flowchart"},
  };
  for (const auto& [wrong, right] : kMisspellings) {
    if (to_lower_ascii(text.substr(0, wrong.size())) != wrong) continue;
    if (continues_word(text, wrong.size())) continue;
    return std::string(right) + std::string(text.substr(wrong.size()));
  }
  return std::string(text);
}

std::string hide_two_way_arrows(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t pos = 0; pos < text.size();) {
    const size_t length = two_way_arrow_length(text, pos);
    out += length > 0 ? kTwoWay : text[pos];
    pos += length > 0 ? length : 1;
  }
  return out;
}

// `head`, white space, `middle`, white space if `tail` is there, `tail`: an arrow pulled apart.
struct BrokenArrow {
  std::string_view head;
  std::string_view middle;
  std::string_view tail;
};

// End of the broken arrow at `pos`; 0 if there is none.
size_t broken_arrow_end(std::string_view text, size_t pos, const BrokenArrow& arrow) {
  if (!text.substr(pos).starts_with(arrow.head)) return 0;
  size_t end = pos + arrow.head.size();
  for (const std::string_view piece : {arrow.middle, arrow.tail}) {
    if (piece.empty()) continue;
    const size_t next = skip_python_space(text, end);
    if (next == end || !text.substr(next).starts_with(piece)) return 0;
    end = next + piece.size();
  }
  return end;
}

std::string join_arrows(std::string_view text, const BrokenArrow& arrow) {
  std::string out;
  out.reserve(text.size());
  size_t pos = 0;
  for (size_t found = text.find('-'); found != std::string_view::npos;
       found = text.find('-', std::max(pos, found + 1))) {
    const size_t end = broken_arrow_end(text, found, arrow);
    if (end == 0) continue;
    out += text.substr(pos, found - pos);
    out += kMermaidArrow;
    pos = end;
  }
  out += text.substr(pos);
  return out;
}

// " -> " becomes " --> ", unless its white space is one character behind '-' or '='.
std::string lengthen_arrows(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t pos = 0; pos < text.size();) {
    const size_t end = skip_python_space(text, pos);
    if (end == pos) {
      out += text[pos++];
      continue;
    }
    const bool protecting = !out.empty() && (out.back() == '-' || out.back() == '=');
    const size_t kept = protecting ? code_point_at(text, pos).num_bytes : 0;
    const size_t target = text.substr(end).starts_with("->") ? skip_python_space(text, end + 2) : 0;
    out += text.substr(pos, kept);
    if (target > end + 2 && pos + kept < end) {
      out += " --> ";
      pos = target;
    } else {
      out += text.substr(pos + kept, end - pos - kept);
      pos = end;
    }
  }
  return out;
}

std::string joined_id(std::string_view words) {
  std::string out;
  for (const char c : words) {
    const bool blank = c == ' ' || c == '\t';
    if (blank && out.ends_with(' ')) continue;
    out += blank ? ' ' : c;
  }
  return replace_all(out, " ", "_");
}

std::string quoted_label(std::string_view label) {
  if (label.empty()) return "[]";
  if (label.starts_with('"') && label.ends_with('"')) {
    label = label.size() < 2 ? std::string_view() : label.substr(1, label.size() - 2);
  }
  return "[\"" + replace_all(replace_all(label, "\"", "&quot;"), "\n", "<br>") + "\"]";
}

// End of the words of ids, divided by blanks, that start at `pos`.
size_t skip_words(std::string_view text, size_t pos) {
  size_t end = skip_mermaid_id(text, pos);
  while (end > pos) {
    const size_t next = std::min(text.find_first_not_of(" \t", end), text.size());
    const size_t word_end = skip_mermaid_id(text, next);
    if (next == end || word_end == next) break;
    end = word_end;
  }
  return end;
}

// ID[TEXT] becomes ID["TEXT"].
std::string quote_labels(std::string_view text) {
  const size_t last_close = text.rfind(']');
  if (last_close == std::string_view::npos) return std::string(text);
  std::string out;
  out.reserve(text.size());
  size_t pos = 0;
  while (pos < last_close) {
    const size_t end = skip_words(text, pos);
    const size_t open = std::min(text.find_first_not_of(" \t", end), text.size());
    if (end == pos || open >= last_close || text[open] != '[') {
      const size_t next = std::max(end, pos + 1);
      out += text.substr(pos, next - pos);
      pos = next;
      continue;
    }
    const size_t close = text.find(']', open);
    const std::string_view id = text.substr(pos, end - pos);
    const std::string_view label = text.substr(open + 1, close - open - 1);
    if (to_lower_ascii(id.substr(0, 9)) == "subgraph " || label.starts_with("\"[")) {
      out += text.substr(pos, close + 1 - pos);
    } else {
      out += joined_id(id) + quoted_label(label);
    }
    pos = close + 1;
  }
  out += text.substr(pos);
  return out;
}

}  // namespace

std::string fence_mermaid(std::string_view content) {
  if (python_strip(content).empty()) return "";
  std::string text = hide_two_way_arrows(fix_header(body_of(content)));
  text = join_arrows(text, {"-", "->", ""});
  text = join_arrows(text, {"--", ">", ""});
  text = join_arrows(text, {"-", "-", ">"});
  text = quote_labels(lengthen_arrows(text));
  return "```mermaid\n" + replace_all(text, std::string_view(&kTwoWay, 1), "<-->") + "\n```";
}

}  // namespace mineru::doc::vlm
