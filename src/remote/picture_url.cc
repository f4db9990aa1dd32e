#include "remote/picture_url.h"

#include <span>

#include <fmt/format.h>

#include "base/error.h"
#include "text/base64.h"

namespace mineru::remote {

using namespace std::string_view_literals;

std::string_view picture_format(std::string_view bytes) {
  struct Start {
    std::string_view bytes;
    std::string_view format;
  };
  constexpr Start kStarts[] = {
      {"\x89PNG"sv, "png"}, {"\xFF\xD8\xFF"sv, "jpeg"}, {"GIF87a"sv, "gif"}, {"GIF89a"sv, "gif"},
      {"BM"sv, "bmp"},      {"II*\0"sv, "tiff"},        {"MM\0*"sv, "tiff"},
  };
  for (const Start& start : kStarts) {
    if (bytes.starts_with(start.bytes)) return start.format;
  }
  constexpr size_t kRiffHead = 8;  // "RIFF" and a size
  const bool is_riff = bytes.size() > kRiffHead && bytes.starts_with("RIFF");
  if (is_riff && bytes.substr(kRiffHead).starts_with("WEBP")) return "webp";
  throw_error(Code::kUnsupported,
              "picture for the model server: expected PNG, JPEG, GIF, BMP, WebP or TIFF, found {} "
              "bytes that are none of them",
              bytes.size());
}

std::string picture_url(std::string_view bytes) {
  return fmt::format("data:image/{};base64,{}", picture_format(bytes),
                     text::to_base64(std::as_bytes(std::span(bytes))));
}

}  // namespace mineru::remote
