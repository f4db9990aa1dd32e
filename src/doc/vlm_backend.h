// The backend of the model: it finds the regions of the page's picture and reads each of them.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "doc/flow.h"
#include "doc/pipeline.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/page_parser.h"

namespace mineru::doc {

// The reader of pages that the options ask for. `backend`: its name, for the error.
// Errors: kInvalidArgument without a generator.
vlm::PageParser make_page_parser(const ParseOptions& options, vlm::ImageAnalysis image_analysis,
                                 std::string_view backend, std::stop_token stop);

// Sorts the model's blocks, if the options ask for it.
void put_in_order(Page& page, const ParseOptions& options);

// What goes on overleaf, as the options ask for; `parser` is borrowed.
vlm::Overleaf overleaf_of(const ParseOptions& options, const vlm::PageParser& parser);

// A PageBackend (doc/page_backend.h). Thread rule: that of the concept.
class VlmBackend {
 public:
  // `pages`: zero-based in the source; both must outlive this. A stop request cancels what the
  // model is reading. Errors: kInvalidArgument without a generator.
  VlmBackend(const ParseOptions& options, const std::vector<int>& pages, std::stop_token stop);

  static std::string name() { return "vlm"; }
  static constexpr bool kHasModel = true;

  static std::vector<int> samples() { return {}; }
  static void read_sample(media::PageSource& /*source*/, int /*place*/) {}
  static void learn() {}
  static std::string learned() { return {}; }
  static void restore(std::string_view /*bytes*/) {}
  LaidPage make_page(media::PageSource& source, int place) const;
  size_t join(std::vector<LaidPage>& pages) const;
  void finish(std::vector<LaidPage>& pages) const;

 private:
  const ParseOptions& options_;
  const std::vector<int>& pages_;
  vlm::PageParser parser_;
};

}  // namespace mineru::doc
