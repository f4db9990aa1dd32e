// Two subscripts in a row, which TeX refuses.
#pragma once

#include <string>
#include <string_view>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// "x_{a}_{b}" becomes "x_{a}{}_{b}", which is valid and loses nothing; kReference removes both
// subscripts, as the reference does. Only subscripts in braces, with at most one brace level
// inside.
std::string repair_double_subscripts(std::string_view latex, Compat compat);

}  // namespace mineru::doc::vlm
