#include "doc/page_raster.h"

#include <algorithm>
#include <utility>

#include "doc/crops.h"
#include "doc/page_windows.h"
#include "media/enhance.h"

namespace mineru::doc {

using media::Box;
using media::NativeGraphic;
using media::NativePage;
using media::PageSource;

namespace {

constexpr double kPixelsPerPoint = 200.0 / 72;  // of a picture file

Box page_box(const media::PageSize& size) { return {0, 0, size.width, size.height}; }

// What a page has to show, other than surfaces of one colour.
struct Contents {
  std::ptrdiff_t characters = 0;
  std::ptrdiff_t pictures = 0;
  bool picture_fills_page = false;
};

Contents contents_of(const NativePage& native) {
  Contents contents;
  contents.characters = std::count_if(
      native.chars.begin(), native.chars.end(),
      [](const media::NativeChar& c) { return !c.generated && !c.invisible && c.code != U' '; });
  for (const NativeGraphic& graphic : native.graphics) {
    if (graphic.kind != NativeGraphic::Kind::kImage) continue;
    ++contents.pictures;
    if (media::covered(page_box(native.size), graphic.box) > 0.85)
      contents.picture_fills_page = true;
  }
  return contents;
}

std::string blank_message(const Contents& contents, bool is_black, media::SourceKind kind) {
  const std::string_view colour = is_black ? "black" : "one light colour";
  if (kind == media::SourceKind::kPicture) {
    return fmt::format("the picture shows nothing: all of it is {}", colour);
  }
  return fmt::format(
      "the page shows nothing: all of it is {}, although it has {} characters and {} pictures; a "
      "font may be missing, or a picture cannot be decoded",
      colour, contents.characters, contents.pictures);
}

}  // namespace

std::vector<Diagnostic> doubts_about(const NativePage& native) {
  std::vector<Diagnostic> doubts;
  if (native.no_size) {
    doubts.push_back({Code::kCorruptData,
                      fmt::format("the PDF says that the page has no area; {:.0f} x {:.0f} points "
                                  "were taken instead",
                                  native.size.width, native.size.height)});
  }
  const auto undrawn = [](const media::NativeChar& c) { return c.undrawn; };
  const auto first = std::find_if(native.chars.begin(), native.chars.end(), undrawn);
  if (first != native.chars.end()) {
    doubts.push_back(
        {Code::kNotFound,
         fmt::format("{} characters are missing in the page's picture: the font {} is not in the "
                     "PDF, and the one that stands in for it lacks them; install that font",
                     std::count_if(first, native.chars.end(), undrawn),
                     native.fonts[first->font].name)});
  }
  return doubts;
}

PageDrawing::PageDrawing(PageSource& source, int number, const ParseOptions& options)
    : source_(source), number_(number), size_(source.page_size(number)) {
  const bool product = options.compat != Compat::kReference;
  enhance_ = product ? options.enhance : Enhance::kOff;
  windows_ = product ? page_windows(size_) : std::vector<Box>{page_box(size_)};
}

PageRaster PageDrawing::whole() { return drawn(page_box(size_)); }

PageRaster PageDrawing::window(const Box& window) { return drawn(window); }

PageRaster PageDrawing::unread() { return render(page_box(size_)); }

PageRaster PageDrawing::render(const Box& window) {
  PageRaster raster;
  raster.window = window;
  raster.scale = media::reference_scale({window.width(), window.height()});
  raster.plain = window == page_box(size_) ? source_.render(number_, raster.scale)
                                           : source_.render_region(number_, raster.scale, window);
  return raster;
}

PageRaster PageDrawing::drawn(const Box& window) {
  PageRaster raster = render(window);
  tones_.add(raster.plain.view());
  if (enhance_ != Enhance::kOff) make_clearer(raster);
  shrunk_by_ = std::max(shrunk_by_, kPixelsPerPoint / raster.reading_scale());
  return raster;
}

void PageDrawing::make_clearer(PageRaster& raster) {
  const media::ImageView plain = raster.plain.view();
  const media::Clarity clarity = media::measure_clarity(plain);
  const bool asked = enhance_ == Enhance::kOn;
  media::EnhancePlan plan =
      media::plan_enhancement(clarity, plain, asked ? media::Need::kAsked : media::Need::kClear);
  // Small print of a PDF is sharp at any size, and its size is the author's will.
  if (plan.scale > 1 && !asked && !is_scan()) plan.scale = 1;
  if (plan.does_nothing()) return;
  const double scale = raster.scale * plan.scale;
  const bool has_more_pixels =
      source_.kind() == media::SourceKind::kPdf || raster.scale < kPixelsPerPoint - 1e-9;
  if (plan.scale > 1 && has_more_pixels) {
    raster.clearer = source_.render_region(number_, scale, raster.window);
    if (plan.sharpen_by > 0) {
      raster.clearer = media::sharpened(raster.clearer.view(), plan.radius, plan.sharpen_by);
    }
  } else {
    raster.clearer = media::enhanced(plain, plan);
  }
  if (!enhancement_ || clarity.sharpness < enhancement_->sharpness) {
    enhancement_ = {clarity.sharpness, plan.scale, plan.sharpen_by > 0};
  }
}

// Pixels from a camera or a scanner, not drawn by PDFium.
bool PageDrawing::is_scan() {
  if (source_.kind() == media::SourceKind::kPicture) return true;
  const NativePage* native = native_page();
  return native != nullptr && contents_of(*native).picture_fills_page;
}

const NativePage* PageDrawing::native_page() {
  if (!asked_) {
    asked_ = true;
    try {
      native_ = source_.native_page(number_);
    } catch (const Error&) {
      // The page is drawn all the same; whoever needs its text says that it cannot be had.
    }
  }
  return native_ ? &*native_ : nullptr;
}

void PageDrawing::cut_crops(Page& page, const PageRaster& whole) {
  if (!is_tiled()) {
    doc::cut_crops(page, whole.plain, whole.scale);
    return;
  }
  draw_crops(page, whole.plain, [&](const Box& box) {
    return source_.render_region(number_, media::reference_scale({box.width(), box.height()}), box);
  });
}

std::vector<Diagnostic> PageDrawing::diagnostics() {
  std::vector<Diagnostic> found;
  constexpr double kTooSmall = 2;
  if (shrunk_by_ > kTooSmall) {
    found.push_back({Code::kResourceExhausted,
                     fmt::format("the page is {:.0f} x {:.0f} points, and was read at {:.0f} dpi "
                                 "instead of 200: small print may be lost",
                                 size_.width, size_.height, 200 / shrunk_by_)});
  }
  const bool is_blank = tones_.is_blank();
  constexpr int64_t kLeastPixels = 10'000;  // of a page with text
  const bool may_be_negative =
      tones_.is_mostly_black() && tones_.is_grey() && tones_.pixels >= kLeastPixels;
  if (!is_blank && !may_be_negative) return found;
  const NativePage* native = native_page();
  if (native == nullptr) return found;
  const Contents contents = contents_of(*native);
  if (is_blank && contents.characters + contents.pictures > 0) {
    found.push_back(
        {Code::kCorruptData, blank_message(contents, tones_.is_mostly_black(), source_.kind())});
  } else if (!is_blank && contents.picture_fills_page) {
    found.push_back({Code::kCorruptData,
                     "the page is light on black, perhaps a negative; it was read as it is"});
  }
  return found;
}

void PageDrawing::report(Page& page) {
  const auto add = [&](std::vector<Diagnostic> found) {
    for (Diagnostic& diagnostic : found) page.diagnostics.push_back(std::move(diagnostic));
  };
  add(diagnostics());
  page.enhancement = enhancement_;
  const NativePage* native = native_page();
  if (native == nullptr) return;
  add(doubts_about(*native));
  page.rotation = native->rotation;
}

}  // namespace mineru::doc
