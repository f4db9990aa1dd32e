// OTSL, the notation in which the model spells tables, as HTML. A cell is a token followed by its
// text: <fcel> filled, <ecel> empty, <lcel> part of the cell to its left, <ucel> of the one above,
// <xcel> of both; <nl> ends a row. Pure functions, thread-safe, total.
#pragma once

#include <string>
#include <string_view>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// Whether any of the six tokens occurs; without one a reply is no table, and the caller keeps the
// picture.
bool has_otsl(std::string_view text);

// "<table><tr><td rowspan="2" colspan="3">text</td>...</tr>...</table>"; "" when there is no cell.
// A whole HTML table passes unchanged. kReference empties cells where the reference does: all of
// them after text before the first token, those below a blank row.
std::string otsl_to_html(std::string_view otsl, Compat compat = Compat::kProduct);

}  // namespace mineru::doc::vlm
