// media: pixels and native text of documents. Owns pictures, the client of the media worker, and
// the geometry of pages. May include base and text. Foreign bytes are never parsed in this process:
// the worker program does it behind rlimits and time-outs, and answers through shared memory.
// Errors: Error, with the page in the message. Threads: one PageSource per thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "media/image.h"
#include "media/native_page.h"
#include "media/ocr.h"

namespace mineru::media {

enum class SourceKind { kPdf, kPicture };

// Checked before anything is allocated; beyond them: kResourceExhausted.
struct Limits {
  int64_t max_pixels = 200'000'000;  // of one decoded picture
  int max_pages = 100'000;
  int max_chars_per_page = 500'000;     // native text beyond this is cut, NativePage::truncated
  int max_graphics_per_page = 100'000;  // rules and graphics likewise
};

// kCompose: transparent pixels on white. kDrop: the stored colour as it is (the reference does so).
enum class Alpha { kCompose, kDrop };

struct OpenOptions {
  std::string password;
  Alpha alpha = Alpha::kCompose;
  Limits limits;
};

// Rectangle drawn over a page by write_overlay.
struct OverlayBox {
  Box box;
  uint8_t red = 0;
  uint8_t green = 0;
  uint8_t blue = 0;
  bool filled = true;  // translucent fill; otherwise an outline
  std::string label;   // ASCII, small, at the box's top right corner; may be empty
};

struct OverlayPage {
  int page = 0;  // zero-based in the source
  std::vector<OverlayBox> boxes;
};

// Scale of the reference's raster: 200 dpi, long side at most 3,500 px.
double reference_scale(const PageSize& size);

// A document as pages: a PDF, or a picture file (whose frames are the pages of a TIFF, one
// otherwise; its page size is pixels * 72/200 points, as in the reference). Pages are zero-based.
// The worker may die in any call: the call fails (kInternal, kResourceExhausted or
// kDeadlineExceeded, saying so), the next one starts a fresh worker and reopens the document.
// Not thread-safe.
class PageSource {
 public:
  virtual ~PageSource() = default;

  virtual SourceKind kind() const = 0;
  virtual int page_count() const = 0;
  virtual PageSize page_size(int page) = 0;
  // ceil(width*scale) x ceil(height*scale) pixels on white; annotations and form fields drawn.
  virtual Image render(int page, double scale) = 0;
  // The pixels of such a drawing that `region` (displayed points) touches, and no others: only they
  // take memory. A region on whole pixels looks as it does there; in a PDF the edges of curves may
  // differ by a few levels, because PDFium rounds from another origin.
  // Errors: kInvalidArgument when nothing of it lies on the page.
  virtual Image render_region(int page, double scale, const Box& region) = 0;
  // Of a picture: no characters, one graphic over the page.
  virtual NativePage native_page(int page) = 0;
  // PDF of the pages [first, last], for the `_origin.pdf` of the reference's output folder.
  virtual void write_pdf(int first, int last, const std::filesystem::path& path) = 0;
  // The pages listed, with boxes drawn over them.
  virtual void write_overlay(std::span<const OverlayPage> pages,
                             const std::filesystem::path& path) = 0;
  // OCR by the same worker; lives as long as this object.
  virtual OcrEngine& ocr() = 0;
};

struct WorkerOptions {
  std::filesystem::path program;       // empty: "mineru-media-worker" beside the running program
  uint64_t memory_bytes = 2ull << 30;  // address space of the worker (rlimit)
  int call_timeout_ms = 120'000;       // per call; the worker is killed then
};

// What `doctor` prints.
struct WorkerHealth {
  std::string pdfium_version;
  std::string vips_version;
  std::string tesseract_version;
  std::vector<std::string> ocr_languages;
  std::vector<std::string> picture_formats;
  bool sandboxed = false;  // rlimits and the system call filter are in force
  uint64_t peak_resident_bytes = 0;
};

// Starts a worker, asks it, ends it. Errors: kNotFound (program or library missing), kInternal.
WorkerHealth check_worker(const WorkerOptions& worker);

// Sniffs the content (never the name) and opens it in a worker of its own.
// Errors: kNotFound, kUnsupported (names what was found), kCorruptData, kPasswordRequired,
// kResourceExhausted (page limit), kIo.
std::unique_ptr<PageSource> open_pages(const std::filesystem::path& path,
                                       const OpenOptions& options, const WorkerOptions& worker);

// Largest resident set that any worker of this process has had so far (bytes), for reports.
uint64_t peak_worker_resident_bytes();

}  // namespace mineru::media
