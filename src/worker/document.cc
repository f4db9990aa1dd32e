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

RasterBuffer::RasterBuffer(double wanted_width, double wanted_height, int64_t max_pixels) {
  constexpr double kMaxSide = 1 << 30;
  if (!(wanted_width >= 1) || !(wanted_height >= 1)) {
    throw_error(Code::kCorruptData, "page of {:.0f} x {:.0f} pixels", wanted_width, wanted_height);
  }
  if (wanted_width > kMaxSide || wanted_height > kMaxSide ||
      wanted_width * wanted_height > static_cast<double>(max_pixels)) {
    throw_error(Code::kResourceExhausted,
                "picture of {:.0f} x {:.0f} pixels is over the limit of {}", wanted_width,
                wanted_height, max_pixels);
  }
  width = static_cast<int>(wanted_width);
  height = static_cast<int>(wanted_height);
  const size_t num_bytes = static_cast<size_t>(width) * static_cast<size_t>(height) * 3;
  memory = create_shared_memory("mineru-raster", num_bytes);
  map = MemoryMap::descriptor(memory.get(), num_bytes, MemoryMap::Access::kReadWrite);
}

}  // namespace mineru::worker
