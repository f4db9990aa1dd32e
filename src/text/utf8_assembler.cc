#include "text/utf8_assembler.h"

#include <cstddef>
#include <utility>

namespace mineru::text {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Lead {
  size_t length = 0;  // of the whole character; 0: no character starts with this byte
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xBF;
};

// Table 3-7 of the Unicode Standard: the second byte alone tells overlong forms, surrogates and
// values over U+10FFFF.
constexpr Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {.length = 1};
  if (byte < 0xC2) return {};
  if (byte < 0xE0) return {.length = 2};
  if (byte == 0xE0) return {.length = 3, .second_min = 0xA0};
  if (byte == 0xED) return {.length = 3, .second_max = 0x9F};
  if (byte < 0xF0) return {.length = 3};
  if (byte == 0xF0) return {.length = 4, .second_min = 0x90};
  if (byte < 0xF4) return {.length = 4};
  if (byte == 0xF4) return {.length = 4, .second_max = 0x8F};
  return {};
}

// How many bytes from `pos` belong to one character, whole or cut short; 0 where none starts.
size_t well_formed_length(std::string_view bytes, size_t pos, const Lead& lead) {
  if (lead.length == 0) return 0;
  size_t count = 1;
  while (count < lead.length && pos + count < bytes.size()) {
    const auto byte = static_cast<unsigned char>(bytes[pos + count]);
    const unsigned char low = count == 1 ? lead.second_min : 0x80;
    const unsigned char high = count == 1 ? lead.second_max : 0xBF;
    if (byte < low || byte > high) break;
    ++count;
  }
  return count;
}

}  // namespace

std::string Utf8Assembler::push(std::string_view bytes) {
  std::string joined;
  if (!pending_.empty()) {
    joined = std::move(pending_);
    pending_.clear();
    joined += bytes;
    bytes = joined;
  }
  std::string out;
  out.reserve(bytes.size());
  for (size_t pos = 0; pos < bytes.size();) {
    const Lead lead = lead_of(static_cast<unsigned char>(bytes[pos]));
    const size_t count = well_formed_length(bytes, pos, lead);
    if (count == lead.length && count != 0) {
      out += bytes.substr(pos, count);
    } else if (count != 0 && pos + count == bytes.size()) {
      pending_ = bytes.substr(pos);
      break;
    } else {
      out += kReplacement;
    }
    pos += count == 0 ? 1 : count;
  }
  return out;
}

std::string Utf8Assembler::finish() {
  if (pending_.empty()) return {};
  pending_.clear();
  return std::string(kReplacement);
}

}  // namespace mineru::text
