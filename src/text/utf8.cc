#include "text/utf8.h"

#include <cstdint>
#include <cstdlib>

#include <utf8proc.h>

namespace mineru::text {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

// Reads one code point at `pos` and advances it by at least one byte.
char32_t next_code(std::string_view bytes, size_t& pos) {
  utf8proc_int32_t code = -1;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(bytes.data());
  const auto length =
      utf8proc_iterate(data + pos, static_cast<utf8proc_ssize_t>(bytes.size() - pos), &code);
  if (length <= 0 || code < 0) {
    ++pos;
    return kReplacement;
  }
  pos += static_cast<size_t>(length);
  return static_cast<char32_t>(code);
}

utf8proc_category_t category(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

constexpr bool in(char32_t code, char32_t first, char32_t last) {
  return code >= first && code <= last;
}

std::string_view latin_ligature(char32_t code) {
  switch (code) {
    case 0xFB00: return "ff";
    case 0xFB01: return "fi";
    case 0xFB02: return "fl";
    case 0xFB03: return "ffi";
    case 0xFB04: return "ffl";
    case 0xFB05: return "st";
    case 0xFB06: return "st";
    default: return {};
  }
}

// `valid` must be UTF-8; it comes back unchanged where utf8proc refuses it.
std::string map(const std::string& valid, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(valid.data()),
                                   static_cast<utf8proc_ssize_t>(valid.size()), &mapped,
                                   static_cast<utf8proc_option_t>(options));
  if (length < 0) return valid;
  std::string out(reinterpret_cast<const char*>(mapped), static_cast<size_t>(length));
  std::free(mapped);  // banned-ok: utf8proc hands over memory from malloc
  return out;
}

}  // namespace

void append_utf8(std::string& out, char32_t code) {
  if (!utf8proc_codepoint_valid(static_cast<utf8proc_int32_t>(code))) code = kReplacement;
  utf8proc_uint8_t buffer[4];
  const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), buffer);
  out.append(reinterpret_cast<const char*>(buffer), static_cast<size_t>(length));
}

std::string to_utf8(std::u32string_view codes) {
  std::string out;
  out.reserve(codes.size());
  for (const char32_t code : codes) append_utf8(out, code);
  return out;
}

std::u32string from_utf8(std::string_view bytes) {
  std::u32string out;
  out.reserve(bytes.size());
  for (size_t pos = 0; pos < bytes.size();) out.push_back(next_code(bytes, pos));
  return out;
}

bool is_space(char32_t code) {
  if (code == 0x200B || in(code, 0x09, 0x0D) || code == 0x85) return true;
  const auto c = category(code);
  return c == UTF8PROC_CATEGORY_ZS || c == UTF8PROC_CATEGORY_ZL || c == UTF8PROC_CATEGORY_ZP;
}

bool is_han(char32_t code) {
  return in(code, 0x4E00, 0x9FFF) || in(code, 0x3400, 0x4DBF) || in(code, 0xF900, 0xFAFF) ||
         in(code, 0x20000, 0x323AF) || code == 0x3005 || code == 0x3007;
}

bool is_cjk(char32_t code) {
  return is_han(code) || in(code, 0x3000, 0x30FF) || in(code, 0x31F0, 0x31FF) ||
         in(code, 0xFF00, 0xFFEF) || in(code, 0xAC00, 0xD7AF) || in(code, 0x1100, 0x11FF) ||
         in(code, 0xFE30, 0xFE4F);
}

bool is_letter(char32_t code) {
  const auto c = category(code);
  return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}

bool is_upper(char32_t code) { return category(code) == UTF8PROC_CATEGORY_LU; }
bool is_lower(char32_t code) { return category(code) == UTF8PROC_CATEGORY_LL; }
bool is_digit(char32_t code) { return category(code) == UTF8PROC_CATEGORY_ND; }
bool is_private_use(char32_t code) { return category(code) == UTF8PROC_CATEGORY_CO; }

bool is_control(char32_t code) {
  return category(code) == UTF8PROC_CATEGORY_CC && code != '\t' && code != '\n' && code != '\r';
}

std::string fold_case(std::string_view bytes) {
  const std::string valid = to_utf8(from_utf8(bytes));
  return map(valid, UTF8PROC_STABLE | UTF8PROC_CASEFOLD);
}

std::string normalize(std::string_view bytes) {
  std::string expanded;
  expanded.reserve(bytes.size());
  for (size_t pos = 0; pos < bytes.size();) {
    const char32_t code = next_code(bytes, pos);
    const std::string_view ligature = latin_ligature(code);
    if (ligature.empty()) {
      append_utf8(expanded, code);
    } else {
      expanded += ligature;
    }
  }
  return map(expanded, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string_view trim(std::string_view bytes) {
  size_t first = 0;
  while (first < bytes.size()) {
    size_t next = first;
    if (!is_space(next_code(bytes, next))) break;
    first = next;
  }
  size_t last = first;
  for (size_t pos = first; pos < bytes.size();) {
    if (!is_space(next_code(bytes, pos))) last = pos;
  }
  return bytes.substr(first, last - first);
}

std::string_view truncate_utf8(std::string_view bytes, size_t max_bytes) {
  if (bytes.size() <= max_bytes) return bytes;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<uint8_t>(bytes[end]) & 0xC0) == 0x80) --end;
  return bytes.substr(0, end);
}

}  // namespace mineru::text
