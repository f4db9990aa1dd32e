// Bytes as letters and digits, for text that cannot hold bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mineru::text {

std::string to_base64(std::span<const std::byte> bytes);  // with padding

}  // namespace mineru::text
