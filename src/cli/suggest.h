// "Did you mean": the nearest of some names to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mineru::cli {

// Empty if nothing is near enough to be what was meant.
std::string nearest_name(std::string_view typed, std::span<const std::string> names);

}  // namespace mineru::cli
