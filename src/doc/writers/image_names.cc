#include "doc/writers/image_names.h"

#include <fmt/format.h>

#include "text/digest.h"

namespace mineru::doc {

std::string image_file_name(SpanType type, std::string_view page_md5, int page_idx,
                            const IntBox& box) {
  if (box.empty()) return {};
  const std::string key = fmt::format("{}/{}_{}_{}_{}_{}_{}", span_type_name(type), page_md5,
                                      page_idx, box.x0, box.y0, box.x1, box.y1);
  return text::sha256_hex(key) + ".jpg";
}

}  // namespace mineru::doc
