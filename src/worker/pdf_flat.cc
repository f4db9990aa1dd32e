#include "worker/pdf_flat.h"

#include <algorithm>
#include <array>

namespace mineru::worker {

namespace {

// Values of fpdf_annot.h and fpdf_flatten.h.
constexpr std::array kSubtypesWithText = {3 /* FreeText */, 13 /* Stamp */, 20 /* Widget */};
constexpr int kFlattenForDisplay = 0;
constexpr int kFlattenSucceeded = 1;
constexpr int kMostAnnotations = 20'000;  // looked at on one page

}  // namespace

bool has_visible_annotations(const PdfPage& page) {
  const PdfiumApi& api = pdfium();
  const int count = std::min(api.FPDFPage_GetAnnotCount(page.get()), kMostAnnotations);
  for (int i = 0; i < count; ++i) {
    const PdfiumAnnotation annotation(api.FPDFPage_GetAnnot(page.get(), i));
    if (!annotation) continue;
    const int subtype = api.FPDFAnnot_GetSubtype(annotation.get());
    if (std::count(kSubtypesWithText.begin(), kSubtypesWithText.end(), subtype) != 0) return true;
  }
  return false;
}

FlattenedDocument::FlattenedDocument(std::span<const std::byte> bytes, const std::string& password)
    : document_(load_pdfium_document(bytes, password)) {
  // The form environment draws the fields that have no appearance yet.
  if (pdfium().FPDF_GetFormType(document_.get()) != kFormNone) {
    form_.reset(pdfium().FPDFDOC_InitFormFillEnvironment(document_.get(), &form_info_));
  }
}

std::unique_ptr<PdfPage> FlattenedDocument::load(int index) {
  {
    const PdfPage page(document_.get(), form_.get(), index);
    if (pdfium().FPDFPage_Flatten(page.get(), kFlattenForDisplay) != kFlattenSucceeded)
      return nullptr;
  }
  return std::make_unique<PdfPage>(document_.get(), form_.get(), index);
}

}  // namespace mineru::worker
