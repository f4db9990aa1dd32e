// Names of blocks that people and programs quote.
#pragma once

#include <map>
#include <string>

#include "doc/page.h"

namespace mineru::doc {

// "p3-b7": page 3 of the input, counted from 1, and the block with `index` 7 in middle.json. Should
// a page use an index twice, the later block gets "p3-b7-2". Not thread-safe.
class BlockIds {
 public:
  explicit BlockIds(const Page& page);

  // Of a block among the page's para_blocks or discarded_blocks.
  const std::string& of(const Block& block) const;

 private:
  std::map<const Block*, std::string> ids_;
};

}  // namespace mineru::doc
