// A page's picture as those see it that read it: whole or in windows, made easier to read where it
// needs it, and with what is odd about it.
#pragma once

#include <optional>
#include <vector>

#include "doc/page.h"
#include "doc/pipeline.h"
#include "media/image.h"
#include "media/page_source.h"
#include "media/tones.h"

namespace mineru::doc {

// A picture of a page or of a window of it. Move-only.
struct PageRaster {
  media::Box window;     // displayed points
  media::Image plain;    // as drawn; pictures of blocks are cut from this one
  double scale = 1;      // of `plain`: pixels per point
  media::Image clearer;  // enlarged, sharpened; empty where it was not needed

  // What OCR and the model look at, and its scale.
  media::ImageView reading() const { return clearer.width() > 0 ? clearer.view() : plain.view(); }
  double reading_scale() const {
    return clearer.width() > 0 ? scale * clearer.width() / plain.width() : scale;
  }
};

// What a PDF page says that its pixels do not show, or that had to be guessed.
std::vector<Diagnostic> doubts_about(const media::NativePage& native);

// Draws one page, and remembers what was odd. The source must outlive it. Not thread-safe.
class PageDrawing {
 public:
  // `number`: zero-based in the source. Errors: those of PageSource, here and below.
  PageDrawing(media::PageSource& source, int number, const ParseOptions& options);

  const media::PageSize& size() const { return size_; }
  // See page_windows.h; with Compat::kReference always the page itself.
  const std::vector<media::Box>& windows() const { return windows_; }
  bool is_tiled() const { return windows_.size() > 1; }

  // At the reference's scale for the whole page.
  PageRaster whole();
  // The same to cut pictures from: nobody reads it, so it is neither judged nor made clearer.
  PageRaster unread();
  // At the reference's scale for a page as large as the window.
  PageRaster window(const media::Box& window);

  // Cuts the pictures of blocks (crops.h). Where the page is tiled, `whole` would be too coarse for
  // them and only gives them their names: each is drawn anew.
  void cut_crops(Page& page, const PageRaster& whole);

  // Of all that was drawn so far: a page that shows nothing although it has something to show, that
  // is a negative, or that had to be drawn too small.
  std::vector<Diagnostic> diagnostics();
  // What was done to the picture; of several, to the one that needed most.
  const std::optional<Enhancement>& enhancement() const { return enhancement_; }
  // Both of them, doubts_about the page, and its rotation, into the page's result.
  void report(Page& page);

 private:
  PageRaster drawn(const media::Box& window);
  PageRaster render(const media::Box& window);
  void make_clearer(PageRaster& raster);
  bool is_scan();
  // What the PDF says of the page; nullptr where that cannot be had.
  const media::NativePage* native_page();

  media::PageSource& source_;
  int number_;
  Enhance enhance_ = Enhance::kOff;
  media::PageSize size_;
  std::vector<media::Box> windows_;
  std::optional<Enhancement> enhancement_;
  media::PictureTones tones_;
  bool asked_ = false;  // for native_
  std::optional<media::NativePage> native_;
  double shrunk_by_ = 1;  // against 200 dpi, or against a picture's own pixels
};

}  // namespace mineru::doc
