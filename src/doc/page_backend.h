// What makes the pages of a document; the rest is the same for all of them.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "doc/flow.h"
#include "media/page_source.h"

namespace mineru::doc {

// Places count in the pages that were asked for. Errors of a function cost the page, and so nothing
// more. Nothing passes from make_page() to join() but the page that is returned.
template <typename T>
concept PageBackend = requires(T& backend, const T& ready, media::PageSource& source, int place,
                               std::vector<LaidPage>& pages, std::string_view bytes) {
  { T::name() } -> std::convertible_to<std::string>;  // `_backend` of middle.json
  { T::kHasModel } -> std::convertible_to<bool>;      // STEM_model.json is written
  // Places of the pages to read ahead, each once, on any thread.
  { ready.samples() } -> std::same_as<std::vector<int>>;
  backend.read_sample(source, place);
  // After the last sample, before the first page.
  backend.learn();
  // What was learned, to be kept; and back, instead of read_sample() and learn().
  { ready.learned() } -> std::same_as<std::string>;
  backend.restore(bytes);
  // On any thread, several at once.
  { ready.make_page(source, place) } -> std::same_as<LaidPage>;
  // In order: `pages.back()` is new and is joined to those before it. How many at the front are
  // final, because nothing that comes can change them.
  { backend.join(pages) } -> std::same_as<size_t>;
  // After the last page: those that are left become final.
  backend.finish(pages);
};

}  // namespace mineru::doc
