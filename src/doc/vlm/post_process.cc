#include "doc/vlm/post_process.h"

#include <string_view>
#include <utility>

#include "doc/vlm/equation_block.h"
#include "doc/vlm/equation_chain.h"
#include "doc/vlm/image_reply.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/table_html.h"
#include "doc/vlm/table_tokens.h"
#include "doc/vlm/text_chain.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kNonText = "[Non-Text]";

bool has_content(const ContentBlock& block) { return block.content && !block.content->empty(); }

void read_table(ContentBlock& block, const PostProcessOptions& options) {
  std::string html = otsl_to_html(*block.content, options.compat);
  html = replace_table_images(std::move(html), block.table_images);
  if (options.table_formula_wrap) html = wrap_table_formulas(html);
  block.content = std::move(html);
}

void read_replies(std::vector<ContentBlock>& blocks, const PostProcessOptions& options) {
  const ImageReplyOptions image_options = {
      options.table_formula_wrap ? WrapFormulas::kYes : WrapFormulas::kNo, options.compat};
  for (ContentBlock& block : blocks) {
    if (block.type == ContentType::kListItem) block.type = ContentType::kText;
    if (!has_content(block)) continue;
    if (block.type == ContentType::kTable) {
      read_table(block, options);
    } else if (block.type == ContentType::kImage || block.type == ContentType::kChart) {
      apply_image_reply(block, image_options);
    }
  }
}

void repair_content(std::vector<ContentBlock>& blocks, Compat compat) {
  for (ContentBlock& block : blocks) {
    if (!has_content(block)) continue;
    if (block.type == ContentType::kEquation) {
      block.content = repair_equation(*block.content, compat);
    } else if (block.type == ContentType::kText) {
      block.content = repair_text(*block.content);
    }
  }
}

void add_brackets(std::vector<ContentBlock>& blocks) {
  for (ContentBlock& block : blocks) {
    if (block.type == ContentType::kEquation && has_content(block)) {
      block.content = add_equation_brackets(*block.content);
    }
  }
}

bool is_paratext(ContentType type) {
  return type == ContentType::kHeader || type == ContentType::kFooter ||
         type == ContentType::kPageNumber || type == ContentType::kAsideText ||
         type == ContentType::kPageFootnote || type == ContentType::kUnknown;
}

void drop_abandoned(std::vector<ContentBlock>& blocks, const PostProcessOptions& options) {
  std::erase_if(blocks, [&](const ContentBlock& block) {
    return block.type == ContentType::kEquationBlock ||
           (options.abandon_list && block.type == ContentType::kList) ||
           (options.abandon_paratext && is_paratext(block.type));
  });
}

void drop_working_state(std::vector<ContentBlock>& blocks) {
  std::erase_if(blocks, [](const ContentBlock& block) { return block.absorbed_by_table; });
  for (ContentBlock& block : blocks) block.table_images.clear();
}

enum class NonText { kKeep, kEmpty, kRemove };

NonText non_text_rule(ContentType type) {
  switch (type) {
    case ContentType::kHeader:
    case ContentType::kFooter: return NonText::kEmpty;
    case ContentType::kImage:
    case ContentType::kChart:
    case ContentType::kTable:
    case ContentType::kEquation:
    case ContentType::kList:
    case ContentType::kImageBlock:
    case ContentType::kEquationBlock: return NonText::kKeep;
    default: return NonText::kRemove;
  }
}

}  // namespace

void clean_non_text(std::vector<ContentBlock>& blocks) {
  std::erase_if(blocks, [](ContentBlock& block) {
    if (!block.content || python_strip(*block.content) != kNonText) return false;
    const NonText rule = non_text_rule(block.type);
    if (rule == NonText::kEmpty) block.content = "";
    return rule == NonText::kRemove;
  });
}

std::vector<ContentBlock> post_process(std::vector<ContentBlock> blocks,
                                       const PostProcessOptions& options) {
  read_replies(blocks, options);
  clean_non_text(blocks);
  if (!options.simple) {
    repair_content(blocks, options.compat);
    const bool whole = !options.handle_equation_block ||
                       merge_equation_blocks(blocks, options.compat) == MergeResult::kDone;
    // The reference stops here for a page with an equation that was not read.
    if (whole) {
      add_brackets(blocks);
      drop_abandoned(blocks, options);
    }
  }
  drop_working_state(blocks);
  return blocks;
}

}  // namespace mineru::doc::vlm
