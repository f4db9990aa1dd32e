#include "doc/writers/block_ids.h"

#include <set>

#include <fmt/format.h>

#include "base/check.h"

namespace mineru::doc {

BlockIds::BlockIds(const Page& page) {
  std::set<std::string> used;
  for (const auto* blocks : {&page.para_blocks, &page.discarded_blocks}) {
    for (const Block& block : *blocks) {
      const std::string base = fmt::format("p{}-b{}", page.source_page + 1, block.index);
      std::string id = base;
      for (int i = 2; !used.insert(id).second; ++i) id = fmt::format("{}-{}", base, i);
      ids_.emplace(&block, std::move(id));
    }
  }
}

const std::string& BlockIds::of(const Block& block) const {
  const auto found = ids_.find(&block);
  MINERU_CHECK(found != ids_.end());
  return found->second;
}

}  // namespace mineru::doc
