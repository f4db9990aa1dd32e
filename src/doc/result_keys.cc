#include "doc/result_keys.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/archive.h"
#include "base/error.h"
#include "base/unique_fd.h"
#include "text/digest.h"

namespace mineru::doc {

namespace {

std::string digest_of(const archive::Writer& writer) { return text::sha256_hex(writer.bytes()); }

}  // namespace

std::string content_digest(const std::filesystem::path& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) {
    throw_errno(errno == ENOENT ? Code::kNotFound : Code::kIo, path.string());
  }
  text::Digest digest(text::Digest::Kind::kSha256);
  std::vector<char> buffer(size_t{1} << 20);
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(Code::kIo, path.string());
    if (got == 0) return digest.hex();
    digest.update(std::string_view(buffer.data(), static_cast<size_t>(got)));
  }
}

ResultKeys result_keys(const std::string& input_digest, const ParseOptions& options) {
  archive::Writer writer;
  writer(std::string(MINERU_VERSION), input_digest, std::string(backend_name(options.backend)),
         std::string(method_name(options.method)), options.ocr_languages, options.tables,
         std::string(enhance_name(options.enhance)), options.compat == Compat::kReference);
  for (const PageRange& range : options.pages) writer(range.first, range.last);
  const media::Limits& limits = options.limits;
  writer(limits.max_pixels, limits.max_pages, limits.max_chars_per_page,
         limits.max_graphics_per_page);
  if (uses_model(options.backend)) {
    writer(options.model_identity, std::string(effort_name(options.effort)), options.max_side,
           static_cast<int>(options.resample), options.image_analysis,
           std::string(order_name(options.order)));
  }
  ResultKeys keys;
  keys.pages = digest_of(writer);
  const OutputOptions& output = options.output;
  const Formats& formats = output.formats;
  writer(options.formulas, options.overlay, options.origin, options.max_overlay_pages,
         formats.markdown, formats.json, formats.html, formats.chunks,
         static_cast<int>(output.tables), static_cast<int>(output.furniture),
         static_cast<int>(output.markdown), output.page_markers);
  keys.result = digest_of(writer);
  return keys;
}

}  // namespace mineru::doc
