#include "doc/vlm_backend.h"

#include <algorithm>
#include <utility>

#include "doc/page_raster.h"
#include "doc/vlm/column_order.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/page_blocks.h"
#include "doc/vlm/window_reading.h"
#include "engine/generator.h"

namespace mineru::doc {

namespace {

// Crops that wait for the model, as a multiple of those that it works on: enough that it never
// waits for a page, and few enough that their pictures fit into memory.
constexpr int kWaitingPerReply = 4;

}  // namespace

vlm::PageParser make_page_parser(const ParseOptions& options, vlm::ImageAnalysis image_analysis,
                                 std::string_view backend, std::stop_token stop) {
  if (options.generator == nullptr) {
    throw_error(Code::kInvalidArgument, "the backend {} needs a model, and none was given",
                backend);
  }
  engine::Generator& generator = *options.generator;
  const int all = kWaitingPerReply * std::max(1, generator.info().num_parallel);
  return {generator,
          {.max_side = options.max_side,
           .resample = options.resample,
           .image_analysis = image_analysis,
           .max_in_flight = std::max(1, all / std::max(1, options.num_workers)),
           .compat = options.compat},
          std::move(stop)};
}

void put_in_order(Page& page, const ParseOptions& options) {
  if (options.order == Order::kModel || options.compat == Compat::kReference) return;
  vlm::sort_by_columns(page.model_blocks, page.size);
}

vlm::Overleaf overleaf_of(const ParseOptions& options, const vlm::PageParser& parser) {
  return {.tables = options.tables ? vlm::Tables::kMerge : vlm::Tables::kKeep,
          .compat = options.compat,
          .ask = [&parser](engine::Request request) { return parser.ask(std::move(request)); }};
}

VlmBackend::VlmBackend(const ParseOptions& options, const std::vector<int>& pages,
                       std::stop_token stop)
    : options_(options),
      pages_(pages),
      parser_(make_page_parser(
          options, options.image_analysis ? vlm::ImageAnalysis::kYes : vlm::ImageAnalysis::kNo,
          name(), std::move(stop))) {}

LaidPage VlmBackend::make_page(media::PageSource& source, int place) const {
  LaidPage laid;
  Page& page = laid.page;
  page.page_idx = place;
  const int number = pages_[static_cast<size_t>(place)];
  PageDrawing drawing(source, number, options_);
  page.size = drawing.size();
  const PageRaster raster = drawing.whole();
  vlm::PageReading reading;
  if (drawing.is_tiled()) {
    reading = vlm::read_windows(
        page.size, drawing.windows(),
        [&](const media::Box& window, const std::vector<vlm::ContentBlock>* regions) {
          const PageRaster part = drawing.window(window);
          return regions == nullptr ? parser_.read(part.reading())
                                    : parser_.read_regions(part.reading(), *regions);
        });
  } else {
    reading = parser_.read(raster.reading());
  }
  page.diagnostics = std::move(reading.diagnostics);
  page.model_blocks = std::move(reading.blocks);
  put_in_order(page, options_);
  build_page(page, page.model_blocks, options_.compat);
  drawing.cut_crops(page, raster);
  drawing.report(page);
  return laid;
}

size_t VlmBackend::join(std::vector<LaidPage>& pages) const {
  return vlm::join_overleaf(pages, overleaf_of(options_, parser_));
}

void VlmBackend::finish(std::vector<LaidPage>& pages) const {
  vlm::finish_overleaf(pages, overleaf_of(options_, parser_));
}

}  // namespace mineru::doc
