// What a paragraph is, judged by its look and its first words.
#pragma once

#include <string_view>

#include "doc/flash/paragraphs.h"

namespace mineru::doc::flash {

// Needs everything of `paragraph` but its role. Notices the heading of the references in `context`.
Role role_of(const Paragraph& paragraph, const Box& column, TextContext& context);

// "Abstract", "References", "摘要": headings that need no number and no bold type.
bool is_known_heading(std::string_view text);

enum class CaptionKind { kNone, kFigure, kTable };

// "Figure 3: ...", "Table 2. ...", "图 1 ...", "表1 ...": what it names.
CaptionKind caption_kind(std::string_view text);

// Begins like a footnote: superscript mark, asterisk, dagger, circled number.
bool starts_like_footnote(const Row& row);

}  // namespace mineru::doc::flash
