#include "worker/pdf_export.h"

#include <unistd.h>

#include <cerrno>

#include "base/error.h"

namespace mineru::worker {

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

void export_pages(FPDF_DOCUMENT, const media::wire::PageRange&, int) {}
void export_overlay(FPDF_DOCUMENT, int, const media::wire::OverlayRequest&, int) {}

}  // namespace mineru::worker
