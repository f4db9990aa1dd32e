// Tables that go on overleaf.
#pragma once

#include "doc/flow.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// Whether a table that ends `previous` may go on in one that begins `next`: both are there.
bool may_continue(const Page& previous, const Page& next);

// Whether merge_tables() would merge them.
bool tables_fit(const Page& previous, const Page& next, Compat compat);

// If the table that begins `next` is the rest of the one that ends `previous`, its rows move there,
// without the header that was printed again. What remains of it is an empty shell
// (lines_deleted), as in the reference; captions below it become text. kProduct loses nothing: see
// table_merge_rows.h, and the notes of both parts stay.
void merge_tables(Page& previous, Page& next, Compat compat);

}  // namespace mineru::doc::vlm
