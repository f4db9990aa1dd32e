// The language of --pages: "1-5,9,-1".
#pragma once

#include <string_view>
#include <vector>

#include "doc/pipeline.h"

namespace mineru::cli {

// Pages are one-based; a negative number counts from the end (-1 is the last page); "3-" goes to
// the end. Items are separated by commas, spaces are ignored. Errors: kInvalidArgument, naming the
// item.
std::vector<doc::PageRange> parse_page_ranges(std::string_view text);

}  // namespace mineru::cli
