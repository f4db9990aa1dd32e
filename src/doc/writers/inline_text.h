// The text of a block without Markdown: plain, or as HTML.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "doc/block.h"
#include "doc/passes/line_joints.h"

namespace mineru::doc {

// Lines joined into one, as in the Markdown; formulas are their LaTeX.
std::string plain_text(const Block& block, LineJoin join = LineJoin::kByScript);

// The same as HTML. Only <sup> and <sub> of the text stay markup; `formula` renders the LaTeX of a
// formula.
std::string inline_html(const Block& block, const std::function<std::string(const Span&)>& formula,
                        LineJoin join = LineJoin::kByScript);

// & < > as entities, without what no HTML file may hold: control characters, broken UTF-8.
std::string safe_text(std::string_view text);

// Likewise, but <sup> and <sub> pass where they are closed again.
std::string safe_text_with_scripts(std::string_view text);

}  // namespace mineru::doc
