#include "text/base64.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace mineru::text {

std::string to_base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t taken = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < taken ? std::to_integer<uint32_t>(bytes[i + k]) : 0U);
    }
    for (size_t k = 0; k < 4; ++k) {
      out += k <= taken ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return out;
}

}  // namespace mineru::text
