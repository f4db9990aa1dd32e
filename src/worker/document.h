// What the worker can be asked about an open document, whatever its format.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/memory_map.h"
#include "base/unique_fd.h"
#include "media/wire.h"

namespace mineru::worker {

// Pixels in shared memory, ready to be sent.
struct SharedRaster {
  int width = 0;
  int height = 0;
  UniqueFd memory;
};

// Two implementations: PdfDocument and PictureDocument. Pages are zero-based and checked by the
// caller. Not thread-safe.
class Document {
 public:
  virtual ~Document() = default;

  virtual bool is_pdf() const = 0;
  virtual int page_count() const = 0;
  // 0 x 0 when that page cannot be read.
  virtual media::PageSize page_size(int page) = 0;
  virtual SharedRaster render(const media::wire::RenderRequest& request) = 0;
  virtual media::NativePage native_page(const media::wire::NativePageRequest& request) = 0;
  virtual void write_pdf(const media::wire::PageRange& range, int output) = 0;
  virtual void write_overlay(const media::wire::OverlayRequest& request, int output) = 0;
};

// Sniffs and opens. `bytes` is taken over and lives as long as the document.
// Errors: kUnsupported, kCorruptData, kPasswordRequired, kResourceExhausted, kNotFound.
std::unique_ptr<Document> open_document(MemoryMap bytes, const media::wire::OpenRequest& options);

// Which pixels are wanted of a page drawn with sheet_width x sheet_height of them.
struct PixelWindow {
  int sheet_width = 0;
  int sheet_height = 0;
  int x = 0;  // of the sheet
  int y = 0;
  int width = 0;
  int height = 0;
};

// Of a sheet this large at `request`'s scale. Errors: kCorruptData for a page without pixels,
// kResourceExhausted when more than `max_pixels` are wanted.
PixelWindow pixel_window(double sheet_width, double sheet_height,
                         const media::wire::RenderRequest& request, int64_t max_pixels);

// Shared memory of width x height RGB pixels, and its mapping.
struct RasterBuffer {
  explicit RasterBuffer(const PixelWindow& window);
  int width = 0;
  int height = 0;
  UniqueFd memory;
  MemoryMap map;
};

}  // namespace mineru::worker
