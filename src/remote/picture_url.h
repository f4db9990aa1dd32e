// A picture inside a request.
#pragma once

#include <string>
#include <string_view>

namespace mineru::remote {

// "png", "jpeg", "gif", "bmp", "webp" or "tiff", by the first bytes. Errors: kUnsupported.
std::string_view picture_format(std::string_view bytes);

// "data:image/png;base64,...". Errors: kUnsupported for bytes of no such format.
std::string picture_url(std::string_view bytes);

}  // namespace mineru::remote
