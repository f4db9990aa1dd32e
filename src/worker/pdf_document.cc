#include "worker/pdf_document.h"

#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"
#include "worker/pdf_export.h"
#include "worker/pdf_flat.h"
#include "worker/pdf_graphics.h"
#include "worker/pdf_text.h"

namespace mineru::worker {

PdfPage::PdfPage(FPDF_DOCUMENT document, FPDF_FORMHANDLE form, int index)
    : page_(pdfium().FPDF_LoadPage(document, index)), form_(form), index_(index) {
  if (!page_) throw_error(Code::kCorruptData, "page {} cannot be read", index + 1);
  if (form_ != nullptr) pdfium().FORM_OnAfterLoadPage(page_.get(), form_);
  space_ = PageSpace(page_.get());
}

PdfPage::~PdfPage() {
  if (form_ != nullptr) pdfium().FORM_OnBeforeClosePage(page_.get(), form_);
}

PdfiumDocument load_pdfium_document(std::span<const std::byte> bytes, const std::string& password) {
  const PdfiumApi& api = pdfium();
  PdfiumDocument document(api.FPDF_LoadMemDocument64(
      bytes.data(), bytes.size(), password.empty() ? nullptr : password.c_str()));
  if (document) return document;
  const unsigned long error = api.FPDF_GetLastError();
  if (error == kErrorPassword) {
    throw_error(Code::kPasswordRequired, "{}",
                password.empty() ? "the PDF is encrypted and needs a password"
                                 : "the password does not open this PDF");
  }
  if (error == kErrorSecurity) {
    throw_error(Code::kUnsupported, "the PDF is encrypted in a way that cannot be read");
  }
  throw_error(Code::kCorruptData, "the PDF is damaged beyond repair");
}

namespace {

void swap_red_and_blue(std::span<std::byte> pixels) {
  for (size_t i = 0; i + 2 < pixels.size(); i += 3) std::swap(pixels[i], pixels[i + 2]);
}

// PDFium takes US Letter instead.
bool has_empty_box(FPDF_PAGE page) {
  float left = 0, bottom = 0, right = 0, top = 0;
  return pdfium().FPDFPage_GetMediaBox(page, &left, &bottom, &right, &top) != 0 &&
         (left == right || bottom == top);
}

class PdfDocument : public Document {
 public:
  PdfDocument(MemoryMap bytes, const media::wire::OpenRequest& options)
      : bytes_(std::move(bytes)),
        options_(options),
        document_(load_pdfium_document(bytes_.bytes(), options.password)) {
    const PdfiumApi& api = pdfium();
    // Before anything else is asked of the document, as PDFium demands.
    if (api.FPDF_GetFormType(document_.get()) != kFormNone) {
      form_.reset(api.FPDFDOC_InitFormFillEnvironment(document_.get(), &form_info_));
    }
    page_count_ = api.FPDF_GetPageCount(document_.get());
    if (page_count_ <= 0) throw_error(Code::kCorruptData, "the PDF has no pages");
    if (page_count_ > options.max_pages) {
      throw_error(Code::kResourceExhausted, "the PDF has {} pages, over the limit of {}",
                  page_count_, options.max_pages);
    }
  }

  bool is_pdf() const override { return true; }
  int page_count() const override { return page_count_; }

  media::PageSize page_size(int page) override {
    FS_SIZEF size;
    if (!pdfium().FPDF_GetPageSizeByIndexF(document_.get(), page, &size)) return {};
    if (!std::isfinite(size.width) || !std::isfinite(size.height)) return {};
    return {size.width, size.height};
  }

  SharedRaster render(const media::wire::RenderRequest& request) override {
    const PdfiumApi& api = pdfium();
    const PdfPage& page = load(request.page);
    const media::PageSize size = page.space().size();
    const PixelWindow window =
        pixel_window(std::ceil(size.width * request.scale), std::ceil(size.height * request.scale),
                     request, options_.max_pixels);
    RasterBuffer raster(window);
    const std::span<std::byte> pixels = raster.map.mutable_bytes();
    const PdfiumBitmap bitmap(api.FPDFBitmap_CreateEx(raster.width, raster.height, kBitmapBgr,
                                                      pixels.data(), raster.width * 3));
    if (!bitmap) {
      throw_error(Code::kResourceExhausted, "no bitmap of {} x {} pixels", raster.width,
                  raster.height);
    }
    api.FPDFBitmap_FillRect(bitmap.get(), 0, 0, raster.width, raster.height, 0xFFFFFFFF);
    api.FPDF_RenderPageBitmap(bitmap.get(), page.get(), -window.x, -window.y, window.sheet_width,
                              window.sheet_height, 0, kRenderAnnotations);
    if (form_) {
      api.FPDF_FFLDraw(form_.get(), bitmap.get(), page.get(), -window.x, -window.y,
                       window.sheet_width, window.sheet_height, 0, kRenderAnnotations);
    }
    // Not PDFium's reversed byte order: the reference draws BGR, and blending may differ in
    // rounding.
    swap_red_and_blue(pixels);
    return {raster.width, raster.height, std::move(raster.memory)};
  }

  media::NativePage native_page(const media::wire::NativePageRequest& request) override {
    const PdfPage& page = load(request.page);
    if (has_visible_annotations(page)) {
      if (!flattened_) {
        flattened_ = std::make_unique<FlattenedDocument>(bytes_.bytes(), options_.password);
      }
      const std::unique_ptr<PdfPage> flat = flattened_->load(request.page);
      if (flat != nullptr) return read(*flat, request);
    }
    return read(page, request);
  }

  void write_pdf(const media::wire::PageRange& range, int output) override {
    if (range.first == 0 && range.last == page_count_ - 1) {
      write_bytes(bytes_.bytes(), output);
      return;
    }
    export_pages(document_.get(), range, output);
  }

  void write_overlay(const media::wire::OverlayRequest& request, int output) override {
    page_.reset();
    // A copy of its own: the one that is drawn and read stays as the author made it.
    const PdfiumDocument copy = load_pdfium_document(bytes_.bytes(), options_.password);
    export_overlay(copy.get(), page_count_, request, output);
  }

 private:
  static media::NativePage read(const PdfPage& page,
                                const media::wire::NativePageRequest& request) {
    media::NativePage result;
    result.size = page.space().size();
    result.rotation = 90 * page.space().quarter_turns();
    result.no_size = has_empty_box(page.get());
    read_text(page, request.max_chars, result);
    read_graphics(page, request.max_graphics, result);
    return result;
  }

  // The last page stays loaded, since its text is often asked for after its pixels.
  const PdfPage& load(int index) {
    if (!page_ || page_->index() != index) {
      page_.reset();
      page_.emplace(document_.get(), form_.get(), index);
    }
    return *page_;
  }

  // In order of destruction, last first: page, form, document, bytes.
  MemoryMap bytes_;
  media::wire::OpenRequest options_;
  PdfiumDocument document_;
  FPDF_FORMFILLINFO form_info_;
  PdfiumForm form_;
  std::optional<PdfPage> page_;
  std::unique_ptr<FlattenedDocument> flattened_;  // made when a page first needs it
  int page_count_ = 0;
};

}  // namespace

std::unique_ptr<Document> open_pdf(MemoryMap bytes, const media::wire::OpenRequest& options) {
  return std::make_unique<PdfDocument>(std::move(bytes), options);
}

}  // namespace mineru::worker
