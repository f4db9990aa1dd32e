// Names of the picture files cut from pages.
#pragma once

#include <string>
#include <string_view>

#include "doc/block.h"
#include "doc/writers/int_box.h"

namespace mineru::doc {

// "<64 hex digits>.jpg" as the reference names it: SHA-256 over the span type, the MD5 of the
// page's RGB bytes (`page_md5`, 32 upper-case hex digits), the page's place in the selected range,
// and the box in whole points. "" for an empty box, which has no picture.
std::string image_file_name(SpanType type, std::string_view page_md5, int page_idx,
                            const IntBox& box);

}  // namespace mineru::doc
