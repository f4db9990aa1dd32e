#include "doc/flash_backend.h"

#include <utility>

#include "base/archive.h"
#include "doc/crops.h"
#include "doc/flash/page_layout.h"
#include "doc/flash/profile_archive.h"
#include "doc/page_raster.h"
#include "doc/page_selection.h"

namespace mineru::doc {

using media::PageSource;

namespace {

constexpr int kSamplePages = 12;

}  // namespace

FlashBackend::FlashBackend(const ParseOptions& options, const std::vector<int>& pages)
    : options_(options), pages_(pages) {
  for (const int place : sample_places(static_cast<int>(pages.size()), kSamplePages)) {
    samples_.emplace(place, std::nullopt);
  }
}

std::vector<int> FlashBackend::samples() const {
  std::vector<int> places;
  for (const auto& [place, reading] : samples_) places.push_back(place);
  return places;
}

FlashBackend::Reading FlashBackend::read(PageSource& source, int place) const {
  try {
    return flash::read_page(source, pages_[static_cast<size_t>(place)], options_);
  } catch (...) {
    return current_error();
  }
}

void FlashBackend::read_sample(PageSource& source, int place) {
  samples_.at(place) = read(source, place);
}

void FlashBackend::learn() {
  std::vector<const flash::PageFacts*> facts;
  for (const auto& [place, reading] : samples_) {
    if (!reading) continue;
    if (const auto* page = std::get_if<flash::PageFacts>(&*reading)) facts.push_back(page);
  }
  profile_ = flash::learn_profile(facts);
}

std::string FlashBackend::learned() const { return archive::encode(profile_); }

void FlashBackend::restore(std::string_view bytes) {
  profile_ = archive::decode<flash::Profile>(bytes);
}

LaidPage FlashBackend::make_page(PageSource& source, int place) const {
  const auto sample = samples_.find(place);
  const bool known = sample != samples_.end() && sample->second.has_value();
  Reading reading = known ? *sample->second : read(source, place);
  if (const Error* error = std::get_if<Error>(&reading)) throw Error(*error);
  LaidPage laid = flash::layout_page(std::move(std::get<flash::PageFacts>(reading)), profile_);
  laid.page.page_idx = place;
  if (!wants_crops(laid.page)) return laid;
  try {
    PageDrawing drawing(source, pages_[static_cast<size_t>(place)], options_);
    const PageRaster raster = drawing.unread();
    drawing.cut_crops(laid.page, raster);
  } catch (const Error& error) {
    laid.page.diagnostics.push_back(
        {error.code(), "the pictures of this page could not be cut: " + error.message()});
  }
  return laid;
}

size_t FlashBackend::join(std::vector<LaidPage>& pages) {
  if (pages.size() < 2) return 0;
  continue_references(pages[pages.size() - 2], pages.back());
  join_across_pages(pages[pages.size() - 2], pages.back());
  return pages.size() - 1;
}

}  // namespace mineru::doc
