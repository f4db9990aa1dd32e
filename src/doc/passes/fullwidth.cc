#include "doc/passes/fullwidth.h"

#include "text/utf8.h"

namespace mineru::doc {

namespace {

// ASCII partner of the three bytes EF BC xx / EF BD xx, or 0.
char narrow(unsigned char second, unsigned char third) {
  const auto shifted = [third](char first, int base) {
    return static_cast<char>(first + third - base);
  };
  if (second == 0xBC && third >= 0x90 && third <= 0x99) return shifted('0', 0x90);
  if (second == 0xBC && third >= 0xA1 && third <= 0xBA) return shifted('A', 0xA1);
  if (second == 0xBD && third >= 0x81 && third <= 0x9A) return shifted('a', 0x81);
  return 0;
}

}  // namespace

std::string narrow_full_width(std::string_view text) {
  std::u32string codes = text::from_utf8(text);
  for (char32_t& code : codes) {
    if (code >= 0xFF01 && code <= 0xFF5E) code -= 0xFEE0;
  }
  return text::to_utf8(codes);
}

std::string narrow_alphanumerics(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t pos = 0; pos < text.size();) {
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
    if (byte(pos) == 0xEF && pos + 2 < text.size()) {
      if (const char ascii = narrow(byte(pos + 1), byte(pos + 2)); ascii != 0) {
        out += ascii;
        pos += 3;
        continue;
      }
    }
    out += text[pos++];
  }
  return out;
}

}  // namespace mineru::doc
