// Repairs of formulas and of running text.
#include "doc/vlm/content_json.h"
#include "doc/vlm/equation_big.h"
#include "doc/vlm/equation_block.h"
#include "doc/vlm/equation_braces.h"
#include "doc/vlm/equation_chain.h"
#include "doc/vlm/equation_left_right.h"
#include "doc/vlm/equation_subscript.h"
#include "doc/vlm/text_chain.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

Json equation_block(const Json& input, Compat compat) {
  std::vector<vlm::ContentBlock> blocks = vlm::content_blocks_from_json(input);
  (void)vlm::merge_equation_blocks(blocks, compat);
  return vlm::content_blocks_to_json(blocks);
}

}  // namespace

void add_equation_steps(Steps& steps) {
  steps["equation_delimiters"] = on_text(vlm::strip_equation_delimiters);
  steps["equation_left_right"] = on_text(vlm::balance_left_right);
  steps["equation_double_subscript"] = on_text(vlm::repair_double_subscripts);
  steps["equation_eqqcolon"] = on_text(vlm::spell_colon_signs);
  steps["equation_big"] = on_text(vlm::unbrace_big_delimiters);
  steps["equation_leq"] = on_text(vlm::space_after_less);
  steps["equation_unbalanced_braces"] = on_text(vlm::drop_unbalanced_braces);
  steps["equation_chain"] = on_text(vlm::repair_equation);
  steps["equation_add_brackets"] = on_text(vlm::add_equation_brackets);
  steps["equation_block"] = equation_block;
  steps["text_display_to_inline"] = on_text(vlm::inline_display_formulas);
  steps["text_macro_spacing"] = on_text(vlm::space_after_macros);
  steps["text_move_underscores"] = on_text(vlm::move_underscores_out);
  steps["text_chain"] = on_text(vlm::repair_text);
}

}  // namespace mineru::doc::vectors
