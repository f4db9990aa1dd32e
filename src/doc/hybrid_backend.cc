#include "doc/hybrid_backend.h"

#include <algorithm>
#include <utility>

#include "base/archive.h"
#include "doc/hybrid/font_probe.h"
#include "doc/hybrid/formula_numbers.h"
#include "doc/hybrid/native_layout.h"
#include "doc/hybrid/native_part.h"
#include "doc/hybrid/native_regions.h"
#include "doc/hybrid/paragraph_join.h"
#include "doc/hybrid/text_signs.h"
#include "doc/page_raster.h"
#include "doc/vlm/overleaf.h"
#include "doc/vlm/window_reading.h"
#include "doc/vlm_backend.h"

namespace mineru::doc {

using hybrid::PagePicture;
using hybrid::PageText;
using hybrid::Verdict;
using media::PageSource;
using vlm::ContentBlock;

namespace {

// Pages that wait for the end of a paragraph; more are cut.
constexpr size_t kMaxWaiting = 64;

vlm::ImageAnalysis image_analysis_of(const ParseOptions& options) {
  const bool describe = options.image_analysis && options.effort == Effort::kHigh;
  return describe ? vlm::ImageAnalysis::kYes : vlm::ImageAnalysis::kNo;
}

bool shows_page(const PageRaster& raster, const Page& page) {
  return raster.window == media::Box{0, 0, page.size.width, page.size.height};
}

PagePicture picture_of(const PageRaster& raster) { return {raster.plain.view(), raster.scale}; }

std::vector<PageText> texts_of(std::vector<LaidPage>& pages) {
  std::vector<PageText> texts;
  const Page* before = nullptr;
  for (LaidPage& laid : pages) {
    PageText& text = texts.emplace_back();
    text.blocks = &laid.page.para_blocks;
    text.hints = &laid.line_hints;
    // A page that failed, or that was not asked for, may have ended what was open.
    text.starts_anew = before != nullptr && (before->status != PageStatus::kOk ||
                                             before->source_page + 1 != laid.page.source_page);
    before = &laid.page;
  }
  return texts;
}

}  // namespace

HybridBackend::HybridBackend(const ParseOptions& options, const std::vector<int>& pages,
                             std::stop_token stop)
    : options_(options),
      pages_(pages),
      parser_(make_page_parser(options, image_analysis_of(options), name(), std::move(stop))),
      reads_pixels_(options.method == Method::kOcr) {
  if (options.method != Method::kAuto) return;
  for (const int place : hybrid::sampled_pages(static_cast<int>(pages.size()))) {
    samples_.emplace(place, hybrid::DocumentTrust());
  }
}

std::vector<int> HybridBackend::samples() const {
  std::vector<int> places;
  for (const auto& [place, trust] : samples_) places.push_back(place);
  return places;
}

void HybridBackend::read_sample(PageSource& source, int place) {
  try {
    samples_.at(place).add(source.native_page(pages_[static_cast<size_t>(place)]));
  } catch (const Error&) {
    // The page says so itself when it is made; until then it has no text.
  }
}

void HybridBackend::learn() {
  if (options_.method != Method::kAuto) return;
  hybrid::DocumentTrust all;
  for (const auto& [place, trust] : samples_) all.add(trust);
  reads_pixels_ = all.wants_ocr();
}

std::string HybridBackend::learned() const { return archive::encode(reads_pixels_); }

void HybridBackend::restore(std::string_view bytes) {
  reads_pixels_ = archive::decode<bool>(bytes);
}

std::optional<HybridBackend::OwnText> HybridBackend::own_text(PageSource& source, int number,
                                                              const PageRaster& raster,
                                                              Page& page) const {
  const bool reference = options_.compat == Compat::kReference;
  if (options_.method == Method::kOcr || (reference && reads_pixels_)) return std::nullopt;
  OwnText own;
  try {
    own.page = source.native_page(number);
  } catch (const Error& error) {
    page.diagnostics.push_back({error.code(), "the PDF's text was not used: " + error.message()});
    return std::nullopt;
  }
  hybrid::repair_codes(own.page);
  const bool high = options_.effort == Effort::kHigh;
  own.rules.compat = options_.compat;
  own.rules.read_formulas = high && !reference;
  own.rules.read_any_odd = high && !reference;
  own.rules.take_all = options_.method == Method::kText;
  if (reference || own.rules.take_all) return own;
  const hybrid::PageTrust trust = hybrid::judge_page(own.page);
  if (!trust.usable) {
    if (!trust.reason.empty()) {
      page.diagnostics.push_back({Code::kCorruptData, trust.reason + "; the model read the page"});
    }
    return std::nullopt;
  }
  try {
    std::optional<media::NativePage> part;
    if (!shows_page(raster, page)) part = hybrid::native_part(own.page, raster.window);
    own.rules.lying_faces = hybrid::lying_faces(part ? *part : own.page, picture_of(raster),
                                                source.ocr(), options_.ocr_languages);
  } catch (const Error&) {
    // Without OCR nothing speaks against the text.
  }
  return own;
}

std::vector<bool> HybridBackend::known_blocks(const OwnText& own, const PageRaster& raster,
                                              const std::vector<ContentBlock>& blocks,
                                              hybrid::KnownTexts& texts, Page& page) const {
  const PagePicture picture = picture_of(raster);
  std::vector<bool> known(blocks.size(), false);
  auto regions = hybrid::native_regions(own.page, blocks, options_.compat);
  int untrusted = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (!hybrid::is_native_type(blocks[i].type, options_.compat)) continue;
    const Verdict verdict = hybrid::judge_region(regions[i], picture, own.rules);
    untrusted += verdict == Verdict::kUntrusted ? 1 : 0;
    known[i] = verdict == Verdict::kNative;
    if (!known[i]) continue;
    hybrid::move_to_page(regions[i].lines, raster.window);
    texts.add(on_page(blocks[i], raster.window, page.size), std::move(regions[i].lines));
  }
  if (untrusted > 0) {
    page.diagnostics.push_back(
        {Code::kCorruptData,
         fmt::format("the PDF's text of {} of {} regions is not what one sees; the model read them",
                     untrusted, blocks.size())});
  }
  return known;
}

vlm::PageReading HybridBackend::read_part(const std::optional<OwnText>& own,
                                          const PageRaster& raster,
                                          const std::vector<ContentBlock>* regions,
                                          hybrid::KnownTexts& texts, Page& page) const {
  vlm::PageHelp help;
  std::optional<OwnText> part;
  if (own && !shows_page(raster, page)) {
    part = OwnText{hybrid::native_part(own->page, raster.window), own->rules};
  }
  const std::optional<OwnText>& shown = part ? part : own;
  if (shown) {
    help.known = [&](const std::vector<ContentBlock>& blocks) {
      return known_blocks(*shown, raster, blocks, texts, page);
    };
    help.regions = [&shown] { return hybrid::native_layout(shown->page); };
  }
  return regions == nullptr ? parser_.read(raster.reading(), help)
                            : parser_.read_regions(raster.reading(), *regions, help);
}

LaidPage HybridBackend::make_page(PageSource& source, int place) const {
  LaidPage laid;
  Page& page = laid.page;
  page.page_idx = place;
  const int number = pages_[static_cast<size_t>(place)];
  PageDrawing drawing(source, number, options_);
  page.size = drawing.size();
  const PageRaster raster = drawing.whole();
  const bool tiled = drawing.is_tiled();
  std::optional<PageRaster> first;  // window
  if (tiled) first = drawing.window(drawing.windows().front());
  const std::optional<OwnText> own = own_text(source, number, first ? *first : raster, page);
  first.reset();
  page.used_ocr = !own.has_value();
  hybrid::KnownTexts texts;
  vlm::PageReading reading;
  if (tiled) {
    reading =
        vlm::read_windows(page.size, drawing.windows(),
                          [&](const media::Box& window, const std::vector<ContentBlock>* regions) {
                            return read_part(own, drawing.window(window), regions, texts, page);
                          });
  } else {
    reading = read_part(own, raster, nullptr, texts, page);
  }
  page.diagnostics.insert(page.diagnostics.end(), reading.diagnostics.begin(),
                          reading.diagnostics.end());
  page.model_blocks = std::move(reading.blocks);
  put_in_order(page, options_);
  hybrid::attach_formula_numbers(page.model_blocks);
  // Lines cannot be told apart in the picture of a page as long as that.
  hybrid::build_page(laid, std::move(texts), tiled ? PagePicture{} : picture_of(raster),
                     vlm::kind_of(place), options_.compat);
  drawing.cut_crops(page, raster);
  drawing.report(page);
  return laid;
}

void HybridBackend::join_texts(std::vector<LaidPage>& pages, size_t end) {
  const auto first = std::find_if(pages.begin(), pages.end(), [this](const LaidPage& laid) {
    return laid.page.page_idx >= next_to_join_;
  });
  const auto begin = static_cast<size_t>(first - pages.begin());
  if (begin >= end) return;
  next_to_join_ = pages[end - 1].page.page_idx + 1;
  std::vector<PageText> texts = texts_of(pages);
  hybrid::join_paragraphs(texts, {begin, end},
                          options_.effort == Effort::kMedium ? hybrid::VerticalText::kJoin
                                                             : hybrid::VerticalText::kLeave);
}

size_t HybridBackend::join(std::vector<LaidPage>& pages) {
  const size_t tables = vlm::join_overleaf(pages, overleaf_of(options_, parser_));
  hybrid::Settled settled = hybrid::settled_pages(texts_of(pages));
  if (pages.size() - settled.final > kMaxWaiting) settled = {pages.size(), pages.size()};
  join_texts(pages, settled.joinable);
  return std::min(tables, settled.final);
}

void HybridBackend::finish(std::vector<LaidPage>& pages) {
  join_texts(pages, pages.size());
  vlm::finish_overleaf(pages, overleaf_of(options_, parser_));
}

}  // namespace mineru::doc
