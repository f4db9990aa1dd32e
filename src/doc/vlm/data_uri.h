// A picture as text.
#pragma once

#include <string>

#include "media/image.h"

namespace mineru::doc::vlm {

// "data:image/jpeg;base64,...". Errors: kInvalidArgument for an empty picture or a huge side.
std::string jpeg_data_uri(const media::ImageView& image);

}  // namespace mineru::doc::vlm
