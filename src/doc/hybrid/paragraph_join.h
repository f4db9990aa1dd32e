// Paragraphs that go on in the next column or overleaf, by what their lines look like.
#pragma once

#include <cstddef>
#include <vector>

#include "doc/block.h"
#include "doc/flow.h"

namespace mineru::doc::hybrid {

// One page's text. Both are borrowed.
struct PageText {
  std::vector<Block>* blocks = nullptr;
  const LineHints* hints = nullptr;  // nullptr: none
  bool starts_anew = false;          // the page before is lost: nothing goes on here
};

enum class VerticalText { kLeave, kJoin };

struct PageRun {
  size_t begin = 0;
  size_t end = 0;
};

// Joins every text block of the pages in `run` to the text before it, on its page or an earlier
// one, where that fills its last line and the later one begins without an indent further up. Goes
// from the end, so that a chain collects in its first block. Later blocks stay as empty shells
// (lines_deleted), as in the reference; spans from another page are marked cross_page.
void join_paragraphs(std::vector<PageText>& pages, const PageRun& run, VerticalText vertical);

// Which pages no text that follows can change.
struct Settled {
  size_t joinable = 0;  // before it: pages whose texts can be joined now
  size_t final = 0;     // before it: pages that stay as they are when that is done
};
Settled settled_pages(const std::vector<PageText>& pages);

}  // namespace mineru::doc::hybrid
