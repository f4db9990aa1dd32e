// Pages with their form fields, free text and stamps merged into the content, so that what a reader
// sees there is read as text too.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "worker/pdf_document.h"

namespace mineru::worker {

// Does the page carry annotations that show text of their own? (Links and highlights do not.)
bool has_visible_annotations(const PdfPage& page);

// A copy of a document whose pages are flattened as they are read; the original stays untouched.
// `bytes` must outlive it. Not thread-safe. Errors: as load_pdfium_document.
class FlattenedDocument {
 public:
  FlattenedDocument(std::span<const std::byte> bytes, const std::string& password);

  // nullptr if PDFium cannot flatten this page.
  std::unique_ptr<PdfPage> load(int index);

 private:
  PdfiumDocument document_;
  FPDF_FORMFILLINFO form_info_;
  PdfiumForm form_;
};

}  // namespace mineru::worker
