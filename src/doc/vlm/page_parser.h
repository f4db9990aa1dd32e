// One page's picture, read by the model: layout first, then every region on its own.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "doc/page.h"
#include "doc/vlm/content_block.h"
#include "doc/vlm/crop_plan.h"
#include "doc/writers/document_writer.h"
#include "engine/generator.h"
#include "media/resample.h"

namespace mineru::doc::vlm {

struct PageParserOptions {
  int max_side = 0;  // pictures for the model are no larger; 0: as large as the reference's
  media::Filter resample = media::Filter::kBicubic;
  ImageAnalysis image_analysis = ImageAnalysis::kNo;
  int max_in_flight = 32;  // crops whose pictures are in memory at the same time
  Compat compat = Compat::kProduct;
};

struct PageReading {
  std::vector<ContentBlock> blocks;  // post-processed, as in model.json
  std::vector<Diagnostic> diagnostics;
};

// What else is known of a page than its picture. Each function is called at most once.
struct PageHelp {
  // Which of the blocks that the layout found need no reading, because their text is known. They
  // are not sent to the model, and stay without content. Empty: none.
  std::function<std::vector<bool>(const std::vector<ContentBlock>&)> known = nullptr;
  // The regions of a page on which the model finds none, though something stands there (kProduct).
  // Empty, or none: the whole page is one text.
  std::function<std::vector<ContentBlock>()> regions = nullptr;
};

// Blocks while the model reads. Thread-safe.
class PageParser {
 public:
  // `generator` must outlive this.
  PageParser(engine::Generator& generator, PageParserOptions options, std::stop_token stop)
      : generator_(generator), options_(options), stop_(std::move(stop)) {}

  // What costs a region becomes a diagnostic: it stays without content, or with what was good.
  // A layout without any region is asked for once more, from a picture that was resized in another
  // way; if that gives none either, `help` or a text over the whole page stands in. A page that is
  // one picture is read as text, too. (kReference: neither.)
  // Errors: what costs the page: kCancelled after a stop request, and what the layout request
  // throws.
  PageReading read(const media::ImageView& raster, const PageHelp& help = {}) const;

  // Reads regions that are known, of a picture of nothing else. Errors: kCancelled.
  PageReading read_regions(const media::ImageView& raster, std::vector<ContentBlock> regions,
                           const PageHelp& help = {}) const;

  // Of a question without a picture; see vlm/overleaf.h. Errors: kCancelled after a stop request,
  // and what the generator throws.
  engine::Reply ask(engine::Request request) const;

 private:
  std::string ask_layout(const media::ImageView& raster, media::Filter resample,
                         std::vector<Diagnostic>& diagnostics) const;
  std::vector<ContentBlock> read_layout(const media::ImageView& raster, const PageHelp& help,
                                        std::vector<Diagnostic>& diagnostics) const;
  void read_crops(const media::ImageView& raster, const PageHelp& help, PageReading& reading) const;

  engine::Generator& generator_;
  PageParserOptions options_;
  std::stop_token stop_;
};

}  // namespace mineru::doc::vlm
