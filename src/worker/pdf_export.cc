#include "worker/pdf_export.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "worker/page_space.h"
#include "worker/pdf_overlay.h"

namespace mineru::worker {

namespace {

// 64 bits of FNV-1a.
class ContentHash {
 public:
  explicit ContentHash(uint64_t seed) : value_(seed) {}
  void add(std::string_view bytes) {
    for (const char c : bytes) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_;
};

// PDFium writes number by number; this gathers. It also gives each file a random /ID, which becomes
// one of the file's contents here: the same input, the same bytes.
class PdfOutput {
 public:
  explicit PdfOutput(int output) : output_(output) { sink_.base.write_block = &append; }
  PdfOutput(const PdfOutput&) = delete;
  PdfOutput& operator=(const PdfOutput&) = delete;

  FPDF_FILEWRITE* callbacks() { return &sink_.base; }

  void finish() {
    // The last one: documents that were appended to have several trailers.
    const size_t at = waiting_.rfind("/ID[");
    const size_t end = at == std::string::npos ? at : waiting_.find(']', at);
    if (end == std::string::npos) {
      write_first(waiting_.size());
      return;
    }
    std::string rest = waiting_.substr(at);
    write_first(at);
    hash(std::string_view(rest).substr(end - at));
    set_identifiers(rest, end - at);
    write_bytes(std::as_bytes(std::span(rest)), output_);
  }

 private:
  struct Sink {
    FPDF_FILEWRITE base;  // first: PDFium hands its address back
    PdfOutput* self = nullptr;
  };

  // Called from C++ code that was built without exceptions, so none may leave.
  static int append(FPDF_FILEWRITE* base, const void* data, unsigned long size) {
    PdfOutput& self = *reinterpret_cast<Sink*>(base)->self;
    constexpr size_t kTailBytes = 1 << 20;  // the trailer is in it
    try {
      self.waiting_.append(static_cast<const char*>(data), size);
      if (self.waiting_.size() >= 2 * kTailBytes) {
        self.write_first(self.waiting_.size() - kTailBytes);
      }
      return 1;
    } catch (const std::exception&) {
      return 0;
    }
  }

  void hash(std::string_view bytes) {
    first_hash_.add(bytes);
    second_hash_.add(bytes);
  }

  void write_first(size_t count) {
    const std::string_view bytes = std::string_view(waiting_).substr(0, count);
    hash(bytes);
    write_bytes(std::as_bytes(std::span(bytes)), output_);
    waiting_.erase(0, count);
  }

  // Fills the hexadecimal strings of "/ID[<...><...>" with the hash.
  void set_identifiers(std::string& text, size_t end) const {
    const std::string digits =
        fmt::format("{:016X}{:016X}", first_hash_.value(), second_hash_.value());
    size_t digit = 0;
    for (size_t i = 0; i < end; ++i) {
      if (text[i] == '<') digit = 1;
      if (text[i] == '>') digit = 0;
      if (digit > 0 && std::isxdigit(static_cast<unsigned char>(text[i])) != 0) {
        text[i] = digits[(digit++ - 1) % digits.size()];
      }
    }
  }

  int output_;
  std::string waiting_;
  ContentHash first_hash_{0xCBF29CE484222325u};
  ContentHash second_hash_{0x6C62272E07BB0142u};
  Sink sink_{{}, this};
};

// Appends the pages to `target`; the ones that arrived, in order. All at once first, since shared
// objects are then copied once; page by page when one of them is broken.
std::vector<int> import_pages(FPDF_DOCUMENT target, FPDF_DOCUMENT source,
                              const std::vector<int>& pages) {
  const PdfiumApi& api = pdfium();
  const int before = api.FPDF_GetPageCount(target);
  if (api.FPDF_ImportPagesByIndex(target, source, pages.data(), pages.size(), before)) return pages;
  for (int page = api.FPDF_GetPageCount(target) - 1; page >= before; --page) {
    api.FPDFPage_Delete(target, page);
  }
  std::vector<int> arrived;
  for (const int page : pages) {
    const int end = api.FPDF_GetPageCount(target);
    if (api.FPDF_ImportPagesByIndex(target, source, &page, 1, end)) arrived.push_back(page);
  }
  return arrived;
}

void require_pages(FPDF_DOCUMENT document) {
  if (pdfium().FPDF_GetPageCount(document) == 0) {
    throw_error(Code::kCorruptData, "none of the pages can be copied into a new PDF");
  }
}

std::vector<int> page_run(int first, int count) {
  std::vector<int> pages(static_cast<size_t>(count));
  std::iota(pages.begin(), pages.end(), first);
  return pages;
}

// Copies a few of the sheets' pages, paints the copies and appends them to `target`.
void append_painted(FPDF_DOCUMENT target, FPDF_DOCUMENT source,
                    std::span<const media::wire::OverlaySheet> sheets) {
  const PdfiumDocument part(pdfium().FPDF_CreateNewDocument());
  std::vector<int> pages;
  for (const media::wire::OverlaySheet& sheet : sheets) pages.push_back(sheet.page);
  const std::vector<int> arrived = import_pages(part.get(), source, pages);
  {
    OverlayPainter painter(part.get());
    size_t next = 0;
    for (const media::wire::OverlaySheet& sheet : sheets) {
      if (next == arrived.size() || arrived[next] != sheet.page) continue;
      painter.paint(sheet, static_cast<int>(next++));
    }
  }
  import_pages(target, part.get(), page_run(0, pdfium().FPDF_GetPageCount(part.get())));
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
  PdfOutput out(output);
  if (!pdfium().FPDF_SaveAsCopy(document, out.callbacks(), kSaveWithoutSecurity)) {
    throw_error(Code::kIo, "PDFium cannot write the PDF");
  }
  out.finish();
}

void export_pages(FPDF_DOCUMENT document, const media::wire::PageRange& range, int output) {
  const PdfiumDocument copy(pdfium().FPDF_CreateNewDocument());
  import_pages(copy.get(), document, page_run(range.first, range.last - range.first + 1));
  require_pages(copy.get());
  save_document(copy.get(), output);
}

void export_overlay(FPDF_DOCUMENT document, int page_count,
                    const media::wire::OverlayRequest& request, int output) {
  // PDFium walks the whole document for each page that is painted: beyond this many pages it is
  // faster to paint them in parts, although fonts are then stored once in each part.
  constexpr size_t kPagesAtOnce = 64;
  const std::span<const media::wire::OverlaySheet> sheets(request.sheets);
  std::vector<int> pages;
  for (const media::wire::OverlaySheet& sheet : sheets) {
    if (sheet.page < 0 || sheet.page >= page_count) {
      throw_error(Code::kInvalidArgument, "there is no page {}", sheet.page + 1);
    }
    pages.push_back(sheet.page);
  }
  if (pages == page_run(0, page_count) && pages.size() <= kPagesAtOnce) {
    {
      OverlayPainter painter(document);
      for (const media::wire::OverlaySheet& sheet : sheets) painter.paint(sheet, sheet.page);
    }
    save_document(document, output);
    return;
  }
  const PdfiumDocument target(pdfium().FPDF_CreateNewDocument());
  for (size_t first = 0; first < sheets.size(); first += kPagesAtOnce) {
    const size_t count = std::min(kPagesAtOnce, sheets.size() - first);
    append_painted(target.get(), document, sheets.subspan(first, count));
  }
  require_pages(target.get());
  save_document(target.get(), output);
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
  if (!page || !image || !api.FPDFImageObj_LoadJpegFileInline(pages, 1, image.get(), &access)) {
    throw_error(Code::kInternal, "PDFium does not take a JPEG of {} bytes", jpeg.size());
  }
  const FS_MATRIX matrix{static_cast<float>(size.width),  0, 0,
                         static_cast<float>(size.height), 0, 0};
  api.FPDFPageObj_SetMatrix(image.get(), &matrix);
  if (!api.FPDFPage_InsertObject(page.get(), image.get())) {
    throw_error(Code::kInternal, "PDFium does not take the picture");
  }
  (void)image.release();  // the page's now
  api.FPDFPage_GenerateContent(page.get());
}

}  // namespace mineru::worker
