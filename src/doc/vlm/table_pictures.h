// Pictures within tables: data in the HTML becomes files beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doc/page.h"

namespace mineru::doc::vlm {

// Every src="data:image/...;base64,..." of a common picture format is added to `images` under the
// name "<SHA-256 of the URI>.<format>", which takes its place in the HTML. What is no such data
// stays as it is.
std::string take_table_pictures(std::string_view html, std::vector<CutImage>& images);

}  // namespace mineru::doc::vlm
