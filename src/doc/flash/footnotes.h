// Footnotes: small print at the foot of a column.
#pragma once

#include <vector>

#include "doc/flash/page_facts.h"
#include "doc/flash/paragraphs.h"

namespace mineru::doc::flash {

// Gives Role::kFootnote to the last paragraphs of a column that are footnotes: below a short rule,
// or small and marked like one, in the lower part of the page.
void mark_footnotes(std::vector<Paragraph>& paragraphs, const Box& column, const PageFacts& facts,
                    const TextContext& context);

}  // namespace mineru::doc::flash
