#include "worker/document.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "worker/pdf_document.h"
#include "worker/picture_document.h"
#include "worker/picture_format.h"

namespace mineru::worker {

namespace {

// PDFium accepts as much rubbish before the header, as the PDF standard's notes suggest.
constexpr size_t kPdfHeaderWindow = 1024;

std::string_view as_text(const MemoryMap& map) {
  return {reinterpret_cast<const char*>(map.bytes().data()), map.size()};
}

}  // namespace

std::unique_ptr<Document> open_document(MemoryMap bytes, const media::wire::OpenRequest& options) {
  const std::string_view text = as_text(bytes);
  if (text.empty()) throw_error(Code::kCorruptData, "the file is empty");
  if (is_picture(sniff_picture(text))) return open_picture(std::move(bytes), options);
  if (text.substr(0, kPdfHeaderWindow).find("%PDF-") != std::string_view::npos) {
    return open_pdf(std::move(bytes), options);
  }
  throw_error(Code::kUnsupported, "{}", describe_foreign_format(text));
}

PixelWindow pixel_window(double sheet_width, double sheet_height,
                         const media::wire::RenderRequest& request, int64_t max_pixels) {
  constexpr double kMaxSide = 1 << 30;
  if (!(sheet_width >= 1) || !(sheet_height >= 1)) {
    throw_error(Code::kCorruptData, "page of {:.0f} x {:.0f} pixels", sheet_width, sheet_height);
  }
  media::Box wanted = {0, 0, sheet_width, sheet_height};
  if (!request.region.empty()) {
    // A border that is on a whole pixel but for rounding stays there.
    constexpr double kSlack = 1e-6;
    wanted = media::intersect({std::floor(request.region.x0 * request.scale + kSlack),
                               std::floor(request.region.y0 * request.scale + kSlack),
                               std::ceil(request.region.x1 * request.scale - kSlack),
                               std::ceil(request.region.y1 * request.scale - kSlack)},
                              wanted);
    if (wanted.empty()) throw_error(Code::kInvalidArgument, "part of a page without pixels");
  }
  if (sheet_width > kMaxSide || sheet_height > kMaxSide ||
      wanted.area() > static_cast<double>(max_pixels)) {
    throw_error(Code::kResourceExhausted,
                "picture of {:.0f} x {:.0f} pixels is over the limit of {}", wanted.width(),
                wanted.height(), max_pixels);
  }
  return {static_cast<int>(sheet_width),    static_cast<int>(sheet_height),
          static_cast<int>(wanted.x0),      static_cast<int>(wanted.y0),
          static_cast<int>(wanted.width()), static_cast<int>(wanted.height())};
}

RasterBuffer::RasterBuffer(const PixelWindow& window) : width(window.width), height(window.height) {
  const size_t num_bytes = static_cast<size_t>(width) * static_cast<size_t>(height) * 3;
  memory = create_shared_memory("mineru-raster", num_bytes);
  map = MemoryMap::descriptor(memory.get(), num_bytes, MemoryMap::Access::kReadWrite);
}

}  // namespace mineru::worker
