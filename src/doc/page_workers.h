// How many pages of a document are in work at once, each with a media worker.
#pragma once

#include "doc/writers/document_writer.h"

namespace mineru::doc {

// The reference's number of processes that draw pages: one for each 30 pages, at most three.
int reference_page_workers(int pages, int threads, int cpus);

// At least 1, at most one a page and one a thread. With kReference those of the reference, so that
// times and memory compare.
int num_page_workers(int pages, int threads, int cpus, Compat compat);

}  // namespace mineru::doc
