// A PDF, open in PDFium: pages, sizes, pixels.
#pragma once

#include <memory>
#include <string>

#include "base/memory_map.h"
#include "worker/document.h"
#include "worker/page_space.h"
#include "worker/pdfium_api.h"

namespace mineru::worker {

// A loaded page, announced to the form environment while it lives.
class PdfPage {
 public:
  // Errors: kCorruptData.
  PdfPage(FPDF_DOCUMENT document, FPDF_FORMHANDLE form, int index);
  PdfPage(const PdfPage&) = delete;
  PdfPage& operator=(const PdfPage&) = delete;
  ~PdfPage();

  FPDF_PAGE get() const { return page_.get(); }
  int index() const { return index_; }
  const PageSpace& space() const { return space_; }

 private:
  PdfiumPage page_;
  FPDF_FORMHANDLE form_;
  int index_;
  PageSpace space_;
};

// Opens bytes that begin like a PDF. The caller keeps `bytes` alive.
// Errors: kCorruptData, kPasswordRequired, kUnsupported.
PdfiumDocument load_pdfium_document(std::span<const std::byte> bytes, const std::string& password);

std::unique_ptr<Document> open_pdf(MemoryMap bytes, const media::wire::OpenRequest& options);

}  // namespace mineru::worker
