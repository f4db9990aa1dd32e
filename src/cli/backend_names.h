// Names of backends: ours, and the official command line's.
#pragma once

#include <string_view>

#include "doc/pipeline.h"

namespace mineru::cli {

// Not of "auto", which depends on whether there is a model.
// Errors: kUnsupported for official ones that we lack, kInvalidArgument for the rest.
doc::Backend parse_backend(std::string_view name);

}  // namespace mineru::cli
