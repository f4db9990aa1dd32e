#include "doc/vlm/data_uri.h"

#include <span>

#include "text/base64.h"

namespace mineru::doc::vlm {

std::string jpeg_data_uri(const media::ImageView& image) {
  const std::string jpeg = media::encode_jpeg(image);
  return "data:image/jpeg;base64," + text::to_base64(std::as_bytes(std::span(jpeg)));
}

}  // namespace mineru::doc::vlm
