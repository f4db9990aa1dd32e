// Tables that go on overleaf.
#pragma once

#include "doc/flow.h"

namespace mineru::doc::vlm {

// Whether a table that ends `previous` may go on in one that begins `next`: both are there.
bool may_continue(const Page& previous, const Page& next);

// If the table that begins `next` is the rest of the one that ends `previous`, its rows move there,
// without the header that was printed again. What remains of it is an empty shell
// (lines_deleted), as in the reference; captions below it become text.
void merge_tables(Page& previous, Page& next);

}  // namespace mineru::doc::vlm
