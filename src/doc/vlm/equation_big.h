// \big{(} and its kin.
#pragma once

#include <string>
#include <string_view>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// "\big{(}" and "\big {(}" become "\big(", for all sixteen sizes and the common delimiters; then
// \bigtimes becomes \times. kReference leaves or spoils the combinations that the reference does.
std::string unbrace_big_delimiters(std::string_view latex, Compat compat);

}  // namespace mineru::doc::vlm
