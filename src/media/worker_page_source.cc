// Pages of a document that a media worker holds open; a dead worker is replaced on the next call.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>

#include "base/error.h"
#include "base/unique_fd.h"
#include "media/media_worker.h"
#include "media/page_source.h"
#include "media/wire.h"

namespace mineru::media {

namespace {

constexpr int kCallsPerOpen = 128;  // drawing and text of 64 pages; PDFium's caches end there
constexpr int kOpensPerWorker = 4;
constexpr int kSizesPerCall = 1024;

uint64_t file_bytes(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw_errno(Code::kIo, "fstat");
  return static_cast<uint64_t>(status.st_size);
}

// The document and the worker that has it open. Not thread-safe.
class Session {
 public:
  Session(UniqueFd document, const OpenOptions& options, const WorkerOptions& worker)
      : document_(std::move(document)), options_(options), worker_options_(worker) {}

  wire::OpenAnswer open() {
    const uint64_t num_bytes = file_bytes(document_.get());
    if (!worker_ || !worker_->alive()) worker_.emplace(worker_options_, num_bytes);
    wire::OpenRequest request;
    request.document_bytes = num_bytes;
    request.password = options_.password;
    request.drop_alpha = options_.alpha == Alpha::kDrop;
    request.max_pixels = options_.limits.max_pixels;
    request.max_pages = options_.limits.max_pages;
    const int fds[] = {document_.get()};
    calls_ = 0;
    ++opens_;
    return worker_->call<wire::OpenAnswer>(wire::Op::kOpen, request, "opening the document", fds);
  }

  // A worker with the document open, fresh if need be.
  MediaWorker& worker() {
    if (!worker_ || !worker_->alive() || calls_ >= kCallsPerOpen) open();
    ++calls_;
    return *worker_;
  }

  // Ends a worker that has read hundreds of pages, so that what it holds on to does not add to what
  // the next call needs.
  void renew_if_worn() {
    if (opens_ > kOpensPerWorker) {
      worker_.reset();
      opens_ = 0;
    }
  }

  const OpenOptions& options() const { return options_; }

 private:
  UniqueFd document_;
  OpenOptions options_;
  WorkerOptions worker_options_;
  std::optional<MediaWorker> worker_;
  int calls_ = 0;  // since the document was opened
  int opens_ = 0;  // since the worker was started or renewed
};

UniqueFd share_pixels(const ImageView& image) {
  if (image.width <= 0 || image.height <= 0) {
    throw_error(Code::kInvalidArgument, "cannot read an empty picture");
  }
  const size_t row_bytes = static_cast<size_t>(image.width) * 3;
  const size_t num_bytes = row_bytes * static_cast<size_t>(image.height);
  UniqueFd fd = create_shared_memory("mineru-pixels", num_bytes);
  MemoryMap map = MemoryMap::descriptor(fd.get(), num_bytes, MemoryMap::Access::kReadWrite);
  std::byte* out = map.mutable_bytes().data();
  for (int y = 0; y < image.height; ++y, out += row_bytes) {
    std::memcpy(out, image.row(y).data(), row_bytes);
  }
  return fd;
}

// Tesseract in the session's worker. Not thread-safe.
class WorkerOcr : public OcrEngine {
 public:
  explicit WorkerOcr(Session& session) : session_(session) {}

  std::vector<OcrWord> recognize(const ImageView& image, const OcrOptions& options) override {
    const UniqueFd pixels = share_pixels(image);
    const int fds[] = {pixels.get()};
    const wire::RecognizeRequest request{image.width, image.height, options.dpi, options.languages};
    auto answer = session_.worker().call<wire::RecognizeAnswer>(wire::Op::kRecognize, request,
                                                                "recognising text", fds);
    std::vector<OcrWord> words;
    words.reserve(answer.words.size());
    for (wire::RecognizedWord& w : answer.words) {
      words.push_back({std::move(w.text), w.box, w.confidence, w.line, w.paragraph, w.block});
    }
    return words;
  }

  Orientation detect_orientation(const ImageView& image, int dpi) override {
    const UniqueFd pixels = share_pixels(image);
    const int fds[] = {pixels.get()};
    const wire::OrientationRequest request{image.width, image.height, dpi};
    const auto answer = session_.worker().call<wire::OrientationAnswer>(
        wire::Op::kOrientation, request, "detecting the orientation", fds);
    return {answer.rotate_cw_deg, answer.confidence, answer.script};
  }

 private:
  Session& session_;
};

bool plausible(const NativePage& page) {
  const bool turned = page.rotation == 90 || page.rotation == 180 || page.rotation == 270;
  return (turned || page.rotation == 0) &&
         std::all_of(page.chars.begin(), page.chars.end(), [&](const NativeChar& c) {
           const bool scalar = c.code <= 0x10FFFF && (c.code < 0xD800 || c.code > 0xDFFF);
           return scalar && c.font < page.fonts.size() && c.angle_deg >= 0 && c.angle_deg < 360;
         });
}

UniqueFd create_output(const std::filesystem::path& path) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd.valid()) throw_errno(Code::kIo, fmt::format("cannot create {}", path.string()));
  return fd;
}

class WorkerPageSource : public PageSource {
 public:
  WorkerPageSource(UniqueFd document, const OpenOptions& options, const WorkerOptions& worker)
      : session_(std::move(document), options, worker), ocr_(session_) {
    const wire::OpenAnswer answer = session_.open();
    kind_ = answer.is_pdf ? SourceKind::kPdf : SourceKind::kPicture;
    if (answer.page_count < 0) throw_error(Code::kCorruptData, "negative number of pages");
    sizes_.resize(static_cast<size_t>(answer.page_count));
  }

  SourceKind kind() const override { return kind_; }
  int page_count() const override { return static_cast<int>(sizes_.size()); }

  PageSize page_size(int page) override {
    check_page(page);
    std::optional<PageSize>& size = sizes_[static_cast<size_t>(page)];
    if (!size) fetch_sizes(page);
    if (size->width <= 0 || size->height <= 0) {
      throw_error(Code::kCorruptData, "page {} cannot be read", page + 1);
    }
    return *size;
  }

  Image render(int page, double scale) override { return draw({page, scale, {}}); }

  Image render_region(int page, double scale, const Box& region) override {
    const PageSize size = page_size(page);
    const Box visible = intersect(region, {0, 0, size.width, size.height});
    if (visible.empty()) {
      throw_error(Code::kInvalidArgument, "nothing to draw of page {}: the part lies outside",
                  page + 1);
    }
    return draw({page, scale, visible});
  }

  NativePage native_page(int page) override {
    check_page(page);
    const Limits& limits = session_.options().limits;
    MediaWorker& worker = session_.worker();
    auto result = worker.call<NativePage>(
        wire::Op::kNativePage,
        wire::NativePageRequest{page, limits.max_chars_per_page, limits.max_graphics_per_page},
        fmt::format("reading the text of page {}", page + 1));
    if (!plausible(result)) worker.reject("characters out of range");
    return result;
  }

  void write_pdf(int first, int last, const std::filesystem::path& path) override {
    check_page(first);
    check_page(last);
    if (first > last) throw_error(Code::kInvalidArgument, "pages {} to {}", first + 1, last + 1);
    write(wire::Op::kWritePdf, wire::PageRange{first, last}, path);
  }

  void write_overlay(std::span<const OverlayPage> pages,
                     const std::filesystem::path& path) override {
    wire::OverlayRequest request;
    for (const OverlayPage& page : pages) {
      check_page(page.page);
      wire::OverlaySheet& sheet = request.sheets.emplace_back();
      sheet.page = page.page;
      for (const OverlayBox& b : page.boxes) {
        sheet.items.push_back({b.box, b.red, b.green, b.blue, b.filled, b.label});
      }
    }
    session_.renew_if_worn();
    write(wire::Op::kWriteOverlay, request, path);
  }

  OcrEngine& ocr() override { return ocr_; }

 private:
  Image draw(const wire::RenderRequest& request) {
    check_page(request.page);
    if (!std::isfinite(request.scale) || request.scale <= 0) {
      throw_error(Code::kInvalidArgument, "cannot draw at a scale of {}", request.scale);
    }
    MediaWorker& worker = session_.worker();
    UniqueFd memory;
    const auto answer = worker.call_for_memory<wire::RenderAnswer>(
        wire::Op::kRender, request, fmt::format("drawing page {}", request.page + 1), memory);
    const int64_t pixels = int64_t{answer.width} * answer.height;
    if (answer.width <= 0 || answer.height <= 0 || pixels > session_.options().limits.max_pixels) {
      worker.reject("picture size out of range");
    }
    const size_t num_bytes = static_cast<size_t>(pixels) * 3;
    return {answer.width, answer.height,
            wire::map_received(memory.get(), num_bytes, MemoryMap::Access::kRead)};
  }

  void check_page(int page) const {
    if (page < 0 || page >= page_count()) {
      throw_error(Code::kInvalidArgument, "there is no page {} (the document has {})", page + 1,
                  page_count());
    }
  }

  // One call for a block of pages: documents of thousands of pages ask for every size.
  void fetch_sizes(int page) {
    const int first = page / kSizesPerCall * kSizesPerCall;
    const int last = std::min(first + kSizesPerCall, page_count()) - 1;
    MediaWorker& worker = session_.worker();
    const auto answer = worker.call<wire::PageSizesAnswer>(
        wire::Op::kPageSizes, wire::PageRange{first, last}, "reading page sizes");
    if (answer.sizes.size() != static_cast<size_t>(last - first + 1)) {
      worker.reject("wrong number of page sizes");
    }
    for (size_t i = 0; i < answer.sizes.size(); ++i) {
      sizes_[static_cast<size_t>(first) + i] = answer.sizes[i];
    }
  }

  // Into a neighbour first: a worker that dies half way must not leave half a file behind.
  template <class Request>
  void write(wire::Op op, const Request& request, const std::filesystem::path& path) {
    std::filesystem::path temporary = path;
    temporary.replace_filename(fmt::format(".mineru-{}-{:x}.pdf.tmp", ::getpid(),
                                           std::hash<std::string>{}(path.string())));
    const UniqueFd output = create_output(temporary);
    const int fds[] = {output.get()};
    std::error_code error;
    try {
      session_.worker().call<wire::Nothing>(op, request, "writing a PDF", fds);
    } catch (const Error&) {
      std::filesystem::remove(temporary, error);
      throw;
    }
    std::filesystem::rename(temporary, path, error);
    if (error) {
      throw_error(Code::kIo, "cannot replace {}: {}", path.string(), error.message());
    }
  }

  Session session_;
  WorkerOcr ocr_;
  SourceKind kind_ = SourceKind::kPdf;
  std::vector<std::optional<PageSize>> sizes_;
};

}  // namespace

double reference_scale(const PageSize& size) {
  constexpr double kScale = 200.0 / 72.0;
  constexpr double kLongestSide = 3500;
  const double longest = std::max(size.width, size.height);
  return longest * kScale > kLongestSide ? kLongestSide / longest : kScale;
}

std::unique_ptr<PageSource> open_pages(const std::filesystem::path& path,
                                       const OpenOptions& options, const WorkerOptions& worker) {
  UniqueFd document(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!document.valid()) {
    throw_errno(errno == ENOENT ? Code::kNotFound : Code::kIo,
                fmt::format("cannot open {}", path.string()));
  }
  struct stat status {};
  if (::fstat(document.get(), &status) != 0) throw_errno(Code::kIo, path.string());
  if (!S_ISREG(status.st_mode)) {
    throw_error(Code::kInvalidArgument, "{} is not a file", path.string());
  }
  try {
    return std::make_unique<WorkerPageSource>(std::move(document), options, worker);
  } catch (Error& error) {
    error.add_context(path.filename().string());
    throw;
  }
}

}  // namespace mineru::media
