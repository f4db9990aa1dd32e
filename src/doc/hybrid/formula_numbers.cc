#include "doc/hybrid/formula_numbers.h"

#include <utility>

#include "doc/passes/content_clean.h"
#include "text/utf8.h"

namespace mineru::doc::hybrid {

using vlm::ContentBlock;
using vlm::ContentType;

namespace {

// Full-width forms of ASCII, parentheses and stops as well.
std::string narrow(std::string_view text) {
  std::string out;
  for (char32_t c : text::from_utf8(text)) {
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;
    text::append_utf8(out, c == 0x3000 ? U' ' : c);
  }
  return out;
}

bool is_number(const ContentBlock& block) { return block.type == ContentType::kFormulaNumber; }

bool is_read_formula(const ContentBlock& block) {
  return block.type == ContentType::kEquation && block.content.has_value() &&
         !clean_formula(*block.content).empty();
}

// The formula that blocks[i], a number, belongs to; blocks.size(): none.
size_t formula_of(const std::vector<ContentBlock>& blocks, size_t i) {
  if (i > 0 && is_read_formula(blocks[i - 1])) return i - 1;
  const bool next = i + 1 < blocks.size() && is_read_formula(blocks[i + 1]);
  if (next && !(i + 2 < blocks.size() && is_number(blocks[i + 2]))) return i + 1;
  return blocks.size();
}

}  // namespace

std::string formula_number(std::string_view text) {
  const std::string all = narrow(text);
  std::string_view number = text::trim(all);
  if (number.size() >= 2 && number.front() == '(' && number.back() == ')') {
    number = text::trim(number.substr(1, number.size() - 2));
  }
  return std::string(number);
}

void attach_formula_numbers(std::vector<ContentBlock>& blocks) {
  std::vector<bool> gone(blocks.size(), false);
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (!is_number(blocks[i])) continue;
    const std::string number = formula_number(blocks[i].content.value_or(""));
    const size_t formula = number.empty() ? blocks.size() : formula_of(blocks, i);
    if (formula == blocks.size()) continue;
    std::string& latex = *blocks[formula].content;
    latex = clean_formula(latex);
    latex.append("\\tag{").append(number).append("}");
    gone[i] = true;
  }
  std::vector<ContentBlock> kept;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (gone[i]) continue;
    if (is_number(blocks[i])) blocks[i].type = ContentType::kText;
    kept.push_back(std::move(blocks[i]));
  }
  blocks = std::move(kept);
}

}  // namespace mineru::doc::hybrid
