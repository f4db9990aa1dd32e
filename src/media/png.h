// PNG: what a model server gets, because nothing of a picture is lost in it.
#pragma once

#include <string>

#include "media/image.h"

namespace mineru::media {

// 8-bit RGB. Errors: kInvalidArgument for an empty picture or a side over 1,000,000.
std::string encode_png(const ImageView& image);

}  // namespace mineru::media
