// The backend of the model and the PDF's own text: the model finds the regions of a page, and reads
// those that the text of the PDF cannot stand for.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "doc/flow.h"
#include "doc/hybrid/ink.h"
#include "doc/hybrid/page_assembly.h"
#include "doc/hybrid/page_trust.h"
#include "doc/hybrid/region_trust.h"
#include "doc/page_raster.h"
#include "doc/pipeline.h"
#include "doc/vlm/page_parser.h"
#include "media/native_page.h"

namespace mineru::doc {

// A PageBackend (doc/page_backend.h). Thread rule: that of the concept.
class HybridBackend {
 public:
  // `pages`: zero-based in the source; both must outlive this. A stop request cancels what the
  // model is reading. Errors: kInvalidArgument without a generator.
  HybridBackend(const ParseOptions& options, const std::vector<int>& pages, std::stop_token stop);

  static std::string name() { return "hybrid"; }
  static constexpr bool kHasModel = true;

  std::vector<int> samples() const;
  void read_sample(media::PageSource& source, int place);
  void learn();
  std::string learned() const;
  void restore(std::string_view bytes);
  // Valid after learn(): the pages are read from their pixels, as far as the whole document can
  // tell. kProduct decides it again for each page.
  bool reads_pixels() const { return reads_pixels_; }

  LaidPage make_page(media::PageSource& source, int place) const;
  size_t join(std::vector<LaidPage>& pages);
  void finish(std::vector<LaidPage>& pages);

 private:
  // A page's own text, and by what rules it is believed.
  struct OwnText {
    media::NativePage page;
    hybrid::TrustRules rules;
  };

  // `raster`: of the page, or of its first window.
  std::optional<OwnText> own_text(media::PageSource& source, int number, const PageRaster& raster,
                                  Page& page) const;
  // `own`: of the part that `raster` shows. Texts are kept for their places on the page.
  std::vector<bool> known_blocks(const OwnText& own, const PageRaster& raster,
                                 const std::vector<vlm::ContentBlock>& blocks,
                                 hybrid::KnownTexts& texts, Page& page) const;
  // Of the page or of a window; see vlm::ReadWindow.
  vlm::PageReading read_part(const std::optional<OwnText>& own, const PageRaster& raster,
                             const std::vector<vlm::ContentBlock>* regions,
                             hybrid::KnownTexts& texts, Page& page) const;
  // Joins the texts of pages[.. end) that are not joined yet.
  void join_texts(std::vector<LaidPage>& pages, size_t end);

  const ParseOptions& options_;
  const std::vector<int>& pages_;
  vlm::PageParser parser_;
  std::map<int, hybrid::DocumentTrust> samples_;  // by place; all keys are there from the start
  bool reads_pixels_ = false;
  int next_to_join_ = 0;  // page_idx
};

}  // namespace mineru::doc
