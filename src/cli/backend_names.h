// Names of backends: ours, and the official command line's.
#pragma once

#include <string_view>

#include "doc/pipeline.h"

namespace mineru::cli {

// Not of "auto", which depends on whether there is a model.
// Errors: kInvalidArgument for what is none.
doc::Backend parse_backend(std::string_view name);

// vlm-http-client, hybrid-http-client: those whose model runs elsewhere.
bool needs_server(std::string_view name);

}  // namespace mineru::cli
