#include "doc/flash/ocr_page.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "doc/flash/frame.h"

namespace mineru::doc::flash {

using media::Box;
using media::OcrEngine;
using media::OcrWord;
using media::Orientation;

namespace {

constexpr double kOrientationConfidence = 2.0;  // Tesseract's scale
constexpr int kBlocksPerWindow = 1 << 16;

int dpi_of(double scale) { return std::max(70, static_cast<int>(scale * 72)); }

// One language reads better, and faster, than several where the script tells which it must be.
std::string languages_for(const std::string& asked, const std::string& script) {
  const bool both = asked == "eng+chi_sim" || asked == "chi_sim+eng";
  if (!both) return asked;
  if (script == "Han" || script == "HanS" || script == "Japanese" || script == "Korean")
    return "chi_sim";
  return script == "Latin" || script == "Cyrillic" || script == "Fraktur" ? "eng" : asked;
}

// How the page lies, by the first window with enough text to tell. That window's picture is kept:
// a usual page has only this one.
Orientation find_orientation(PageDrawing& drawing, OcrEngine& ocr,
                             std::optional<PageRaster>& drawn) {
  Orientation best;
  for (const Box& window : drawing.windows()) {
    drawn = drawing.window(window);
    const Orientation turn =
        ocr.detect_orientation(drawn->reading(), dpi_of(drawn->reading_scale()));
    if (turn.confidence > best.confidence || best.script.empty()) best = turn;
    if (best.confidence >= kOrientationConfidence) break;
  }
  if (best.confidence < kOrientationConfidence) best.rotate_cw_deg = 0;
  return best;
}

// Boxes in pixels of the picture as it was read.
std::vector<OcrWord> recognize(const PageRaster& raster, OcrEngine& ocr, int rotate_cw,
                               const std::string& languages) {
  const media::OcrOptions options{languages, dpi_of(raster.reading_scale())};
  if (rotate_cw == 0) return ocr.recognize(raster.reading(), options);
  const media::Image upright = media::turned(raster.reading(), rotate_cw);
  return ocr.recognize(upright.view(), options);
}

// Where along the windows' direction a box lies.
struct Extent {
  double begin = 0;
  double end = 0;
  double middle() const { return (begin + end) / 2; }
};

Extent along(const Box& box, bool down) {
  return down ? Extent{box.y0, box.y1} : Extent{box.x0, box.x1};
}

bool same_place(const OcrWord& a, const OcrWord& b) {
  const double smaller = std::min(a.box.area(), b.box.area());
  return media::intersect(a.box, b.box).area() > 0.5 * smaller;
}

}  // namespace

std::vector<OcrWord> merge_windows(std::vector<WindowWords> windows) {
  if (windows.empty()) return {};
  const bool down = windows.front().window.x0 == windows.back().window.x0;
  std::stable_sort(windows.begin(), windows.end(), [&](const WindowWords& a, const WindowWords& b) {
    return along(a.window, down).begin < along(b.window, down).begin;
  });
  // Two windows place a word some tenths of a point apart: near the border both may have it.
  constexpr double kTolerance = 3;
  std::vector<OcrWord> merged;
  size_t seam = 0;  // words from here on are those of the window before
  double begin = along(windows.front().window, down).begin;
  for (size_t i = 0; i < windows.size(); ++i) {
    double end = along(windows[i].window, down).end;
    if (i + 1 < windows.size()) {
      end = Extent{along(windows[i + 1].window, down).begin, end}.middle();
    }
    const size_t first = merged.size();
    for (OcrWord& word : windows[i].words) {
      const double middle = along(word.box, down).middle();
      if (middle < begin - kTolerance || middle > end + kTolerance) continue;
      const bool known = std::any_of(merged.begin() + static_cast<std::ptrdiff_t>(seam),
                                     merged.begin() + static_cast<std::ptrdiff_t>(first),
                                     [&](const OcrWord& other) { return same_place(word, other); });
      if (known) continue;
      word.block += static_cast<int>(i) * kBlocksPerWindow;
      merged.push_back(std::move(word));
    }
    seam = first;
    begin = end;
  }
  return merged;
}

OcrPage recognize_page(PageDrawing& drawing, OcrEngine& ocr, const std::string& languages) {
  std::optional<PageRaster> drawn;
  const Orientation turn = find_orientation(drawing, ocr, drawn);
  const std::string language = languages_for(languages, turn.script);
  OcrPage page;
  page.rotate_cw = turn.rotate_cw_deg;
  if (!drawing.is_tiled()) {
    page.scale = drawn->reading_scale();
    page.words = recognize(*drawn, ocr, page.rotate_cw, language);
    return page;
  }
  const Frame frame{drawing.size(), page.rotate_cw};
  std::vector<WindowWords> windows;
  for (const Box& window : drawing.windows()) {
    if (!drawn || drawn->window != window) drawn = drawing.window(window);
    WindowWords& part = windows.emplace_back();
    part.window = frame.to_upright(window);
    part.words = recognize(*drawn, ocr, page.rotate_cw, language);
    const double scale = drawn->reading_scale();
    for (OcrWord& word : part.words) {
      word.box = {part.window.x0 + word.box.x0 / scale, part.window.y0 + word.box.y0 / scale,
                  part.window.x0 + word.box.x1 / scale, part.window.y0 + word.box.y1 / scale};
    }
  }
  page.words = merge_windows(std::move(windows));
  return page;
}

}  // namespace mineru::doc::flash
