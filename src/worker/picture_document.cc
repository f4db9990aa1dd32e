#include "worker/picture_document.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "worker/pdf_export.h"
#include "worker/picture_codec.h"

namespace mineru::worker {

namespace {

constexpr double kPointsPerPixel = 72.0 / 200.0;  // the reference's assumption about every picture

class PictureDocument : public Document {
 public:
  PictureDocument(MemoryMap bytes, const media::wire::OpenRequest& options)
      : bytes_(std::move(bytes)) {
    const std::string_view text(reinterpret_cast<const char*>(bytes_.bytes().data()),
                                bytes_.size());
    source_ = {text, sniff_picture(text), options.drop_alpha, options.max_pixels};
    const PictureHeader first = read_picture_header(source_, 0);
    if (first.num_frames > options.max_pages) {
      throw_error(Code::kResourceExhausted, "the picture has {} pages, over the limit of {}",
                  first.num_frames, options.max_pages);
    }
    headers_.resize(static_cast<size_t>(first.num_frames));
    headers_[0] = first;
  }

  bool is_pdf() const override { return false; }
  int page_count() const override { return static_cast<int>(headers_.size()); }

  media::PageSize page_size(int page) override {
    try {
      const PictureHeader& h = header(page);
      return {h.width * kPointsPerPixel, h.height * kPointsPerPixel};
    } catch (const Error&) {
      return {};
    }
  }

  SharedRaster render(const media::wire::RenderRequest& request) override {
    const PictureHeader& h = header(request.page);
    check_source_pixels(h);
    // Pixels to points and back is not exact: a picture at its own size must stay untouched.
    constexpr double kSlack = 1e-6;
    const PixelWindow window =
        pixel_window(std::ceil(h.width * kPointsPerPixel * request.scale - kSlack),
                     std::ceil(h.height * kPointsPerPixel * request.scale - kSlack), request,
                     source_.max_pixels);
    RasterBuffer raster(window);
    decode_picture(source_, request.page, window, raster.map.mutable_bytes());
    return {raster.width, raster.height, std::move(raster.memory)};
  }

  media::NativePage native_page(const media::wire::NativePageRequest& request) override {
    media::NativePage result;
    const PictureHeader& h = header(request.page);
    result.size = {h.width * kPointsPerPixel, h.height * kPointsPerPixel};
    result.graphics.push_back(
        {media::NativeGraphic::Kind::kImage, {0, 0, result.size.width, result.size.height}});
    return result;
  }

  void write_pdf(const media::wire::PageRange& range, int output) override {
    save_document(as_pdf(range.first, range.last).get(), output);
  }

  void write_overlay(const media::wire::OverlayRequest& request, int output) override {
    const PdfiumDocument pdf = as_pdf(0, page_count() - 1);
    export_overlay(pdf.get(), page_count(), request, output);
  }

 private:
  const PictureHeader& header(int page) {
    std::optional<PictureHeader>& entry = headers_[static_cast<size_t>(page)];
    if (!entry) entry = read_picture_header(source_, page);
    return *entry;
  }

  void check_source_pixels(const PictureHeader& h) const {
    if (int64_t{h.width} * h.height > source_.max_pixels) {
      throw_error(Code::kResourceExhausted, "picture of {} x {} pixels is over the limit of {}",
                  h.width, h.height, source_.max_pixels);
    }
  }

  PdfiumDocument as_pdf(int first, int last) {
    PdfiumDocument pdf(pdfium().FPDF_CreateNewDocument());
    for (int page = first; page <= last; ++page) {
      const PictureHeader& h = header(page);
      append_jpeg_page(pdf.get(), picture_as_jpeg(source_, page),
                       {h.width * kPointsPerPixel, h.height * kPointsPerPixel});
    }
    return pdf;
  }

  MemoryMap bytes_;
  PictureSource source_;
  std::vector<std::optional<PictureHeader>> headers_;
};

}  // namespace

std::unique_ptr<Document> open_picture(MemoryMap bytes, const media::wire::OpenRequest& options) {
  return std::make_unique<PictureDocument>(std::move(bytes), options);
}

}  // namespace mineru::worker
