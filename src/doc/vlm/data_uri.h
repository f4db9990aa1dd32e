// A picture as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "media/image.h"

namespace mineru::doc::vlm {

std::string to_base64(std::span<const std::byte> bytes);  // with padding

// "data:image/jpeg;base64,...". Errors: kInvalidArgument for an empty picture or a huge side.
std::string jpeg_data_uri(const media::ImageView& image);

}  // namespace mineru::doc::vlm
