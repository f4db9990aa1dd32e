// Whole documents: content blocks in, all that is written of them out.
#pragma once

#include <string>
#include <vector>

#include "vectors/step.h"

namespace mineru::doc::vectors {

// The differences of one row {"name", "input": {"pages"}, "expected"}. Not compared: the guessed
// language of code, whose guesser is not the reference's own, and what the reference fails at,
// where our result must be there all the same.
std::vector<std::string> render_differences(const Json& input, const Json& expected, Compat compat);

}  // namespace mineru::doc::vectors
