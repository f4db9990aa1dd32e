// What goes on from page to page: lists of references, tables, and cells of tables.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "doc/flow.h"
#include "doc/writers/document_writer.h"
#include "engine/request.h"

namespace mineru::doc::vlm {

enum class Tables { kKeep, kMerge };

struct Overleaf {
  Tables tables = Tables::kMerge;
  Compat compat = Compat::kProduct;
  // Asks the model, without a picture, and waits for its reply. Empty: there is no model. Its
  // errors leave the cells of that table as they are, and a diagnostic.
  std::function<engine::Reply(engine::Request)> ask = nullptr;
};

// `pages.back()` is new. Asks which cells of a table that begins it go on from the page before,
// joins what can be joined by now, and returns how many pages at the front are final, because
// nothing that follows can change them.
size_t join_overleaf(std::vector<LaidPage>& pages, const Overleaf& how);

// No page follows: all become final.
void finish_overleaf(std::vector<LaidPage>& pages, const Overleaf& how);

}  // namespace mineru::doc::vlm
