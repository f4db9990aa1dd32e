#include "worker/pdf_export.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "worker/page_space.h"
#include "worker/pdf_overlay.h"

namespace mineru::worker {

namespace {

// PDFium writes number by number; this gathers.
class BufferedOutput {
 public:
  explicit BufferedOutput(int output) : output_(output) { sink_.base.write_block = &append; }
  BufferedOutput(const BufferedOutput&) = delete;
  BufferedOutput& operator=(const BufferedOutput&) = delete;

  FPDF_FILEWRITE* callbacks() { return &sink_.base; }

  void flush() {
    write_bytes(std::as_bytes(std::span(buffer_)), output_);
    buffer_.clear();
  }

 private:
  struct Sink {
    FPDF_FILEWRITE base;  // first: PDFium hands its address back
    BufferedOutput* self = nullptr;
  };

  // Called from C++ code that was built without exceptions, so none may leave.
  static int append(FPDF_FILEWRITE* base, const void* data, unsigned long size) {
    BufferedOutput& self = *reinterpret_cast<Sink*>(base)->self;
    constexpr size_t kBufferBytes = 1 << 20;
    try {
      self.buffer_.append(static_cast<const char*>(data), size);
      if (self.buffer_.size() >= kBufferBytes) self.flush();
      return 1;
    } catch (const std::exception&) {
      return 0;
    }
  }

  int output_;
  std::string buffer_;
  Sink sink_{{}, this};
};

// Whole runs first, since shared objects are then copied once; page by page when one is broken.
void import_pages(FPDF_DOCUMENT target, FPDF_DOCUMENT source, const std::vector<int>& pages) {
  const PdfiumApi& api = pdfium();
  if (api.FPDF_ImportPagesByIndex(target, source, pages.data(), pages.size(), 0)) return;
  while (api.FPDF_GetPageCount(target) > 0) api.FPDFPage_Delete(target, 0);
  for (const int page : pages) {
    api.FPDF_ImportPagesByIndex(target, source, &page, 1, api.FPDF_GetPageCount(target));
  }
  if (api.FPDF_GetPageCount(target) == 0) {
    throw_error(Code::kCorruptData, "none of the pages can be copied into a new PDF");
  }
}

void save_pages(FPDF_DOCUMENT document, const std::vector<int>& pages, int output) {
  const PdfiumDocument copy(pdfium().FPDF_CreateNewDocument());
  import_pages(copy.get(), document, pages);
  save_document(copy.get(), output);
}

int read_from_string(void* parameter, unsigned long position, unsigned char* buffer,
                     unsigned long size) {
  const auto& bytes = *static_cast<const std::string*>(parameter);
  if (position > bytes.size() || size > bytes.size() - position) return 0;
  std::memcpy(buffer, bytes.data() + position, size);
  return 1;
}

}  // namespace

void write_bytes(std::span<const std::byte> bytes, int output) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(output, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw_errno(Code::kIo, "cannot write the PDF");
    }
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
}

void save_document(FPDF_DOCUMENT document, int output) {
  BufferedOutput out(output);
  if (!pdfium().FPDF_SaveAsCopy(document, out.callbacks(), kSaveWithoutSecurity)) {
    throw_error(Code::kIo, "PDFium cannot write the PDF");
  }
  out.flush();
}

void export_pages(FPDF_DOCUMENT document, const media::wire::PageRange& range, int output) {
  std::vector<int> pages(static_cast<size_t>(range.last - range.first + 1));
  std::iota(pages.begin(), pages.end(), range.first);
  save_pages(document, pages, output);
}

void export_overlay(FPDF_DOCUMENT document, int page_count,
                    const media::wire::OverlayRequest& request, int output) {
  {
    OverlayPainter painter(document);
    for (const media::wire::OverlaySheet& sheet : request.sheets) {
      if (sheet.page < 0 || sheet.page >= page_count) {
        throw_error(Code::kInvalidArgument, "there is no page {}", sheet.page + 1);
      }
      painter.paint(sheet);
    }
  }
  std::vector<int> pages;
  for (const media::wire::OverlaySheet& sheet : request.sheets) pages.push_back(sheet.page);
  std::vector<int> all(static_cast<size_t>(page_count));
  std::iota(all.begin(), all.end(), 0);
  if (pages == all) {
    save_document(document, output);
    return;
  }
  save_pages(document, pages, output);
}

void append_jpeg_page(FPDF_DOCUMENT document, const std::string& jpeg,
                      const media::PageSize& size) {
  const PdfiumApi& api = pdfium();
  const PdfiumPage page(
      api.FPDFPage_New(document, api.FPDF_GetPageCount(document), size.width, size.height));
  PdfiumObject image(api.FPDFPageObj_NewImageObj(document));
  FPDF_FILEACCESS access;
  access.length = jpeg.size();
  access.get_block = read_from_string;
  access.parameter = const_cast<std::string*>(&jpeg);  // read only, see read_from_string
  FPDF_PAGE pages[] = {page.get()};
  if (!page || !image ||
      !api.FPDFImageObj_LoadJpegFileInline(pages, 1, image.get(), &access)) {
    throw_error(Code::kInternal, "PDFium does not take a JPEG of {} bytes", jpeg.size());
  }
  const FS_MATRIX matrix{static_cast<float>(size.width), 0, 0, static_cast<float>(size.height),
                         0, 0};
  api.FPDFPageObj_SetMatrix(image.get(), &matrix);
  if (!api.FPDFPage_InsertObject(page.get(), image.get())) {
    throw_error(Code::kInternal, "PDFium does not take the picture");
  }
  (void)image.release();  // the page's now
  api.FPDFPage_GenerateContent(page.get());
}

}  // namespace mineru::worker
