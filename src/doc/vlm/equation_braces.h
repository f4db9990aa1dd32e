// Braces without a partner.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc::vlm {

// Removes every { and } that has no partner; \{ and \} are letters, not braces.
std::string drop_unbalanced_braces(std::string_view latex);

}  // namespace mineru::doc::vlm
