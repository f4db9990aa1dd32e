// What a page must not lose, and must not show. For Compat::kProduct. Pure, total.
#pragma once

#include "doc/page.h"
#include "doc/vlm/region.h"

namespace mineru::doc::vlm {

// Formulas that no renderer accepts are put right. Of those that cannot be, a display formula
// becomes formula_text, so that its picture is shown; one within text stays, and is written as
// code; one in a table becomes code. A diagnostic says how many.
void check_formulas(Regions& regions, Page& page);

// Where the running text has no block at all, headers, footers and the like that say something are
// the page's text.
void keep_lone_margins(Page& page);

}  // namespace mineru::doc::vlm
