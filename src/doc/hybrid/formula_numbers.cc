#include "doc/hybrid/formula_numbers.h"

#include <utility>

#include "doc/passes/content_clean.h"
#include "doc/passes/fullwidth.h"
#include "text/utf8.h"

namespace mineru::doc::hybrid {

using vlm::ContentBlock;
using vlm::ContentType;

namespace {

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
  const std::string all = narrow_full_width(text);
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
