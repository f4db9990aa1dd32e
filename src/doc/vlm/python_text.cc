#include "doc/vlm/python_text.h"

#include <algorithm>
#include <cstdint>

namespace mineru::doc::vlm {

namespace {

constexpr char32_t kBroken = 0xfffd;

uint8_t byte_at(std::string_view text, size_t pos) { return static_cast<uint8_t>(text[pos]); }

bool is_continuation(uint8_t byte) { return (byte & 0xc0) == 0x80; }

// Bytes of the sequence that `lead` announces, 0 if it cannot lead one.
size_t sequence_bytes(uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

bool is_valid_code(char32_t code, size_t num_bytes) {
  if (code >= 0xd800 && code < 0xe000) return false;
  if (num_bytes == 3) return code >= 0x800;
  if (num_bytes == 4) return code >= 0x10000 && code <= 0x10ffff;
  return true;
}

// Where the last character of `text` starts.
size_t last_start(std::string_view text) {
  size_t pos = text.size() - 1;
  const size_t limit = text.size() - std::min<size_t>(text.size(), 4);
  while (pos > limit && is_continuation(byte_at(text, pos))) --pos;
  return pos + code_point_at(text, pos).num_bytes == text.size() ? pos : text.size() - 1;
}

}  // namespace

CodePoint code_point_at(std::string_view text, size_t pos) {
  if (pos >= text.size()) return {};
  const uint8_t lead = byte_at(text, pos);
  if (lead < 0x80) return {lead, 1};
  const size_t num_bytes = sequence_bytes(lead);
  if (num_bytes == 0 || num_bytes > text.size() - pos) return {kBroken, 1};
  char32_t code = lead & (0x7fU >> num_bytes);
  for (size_t i = 1; i < num_bytes; ++i) {
    const uint8_t byte = byte_at(text, pos + i);
    if (!is_continuation(byte)) return {kBroken, 1};
    code = code << 6 | (byte & 0x3fU);
  }
  if (!is_valid_code(code, num_bytes)) return {kBroken, 1};
  return {code, num_bytes};
}

bool is_python_space(char32_t code) {
  if (code <= 0x20) return code == 0x20 || (code >= 0x09 && code <= 0x0d) || code >= 0x1c;
  if (code < 0x1680) return code == 0x85 || code == 0xa0;
  if (code >= 0x2000 && code <= 0x200a) return true;
  return code == 0x1680 || code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f ||
         code == 0x3000;
}

size_t skip_python_space(std::string_view text, size_t pos) {
  while (pos < text.size()) {
    const CodePoint next = code_point_at(text, pos);
    if (!is_python_space(next.code)) break;
    pos += next.num_bytes;
  }
  return pos;
}

std::string_view python_strip(std::string_view text) {
  text.remove_prefix(std::min(skip_python_space(text, 0), text.size()));
  while (!text.empty()) {
    const size_t start = last_start(text);
    if (!is_python_space(code_point_at(text, start).code)) break;
    text.remove_suffix(text.size() - start);
  }
  return text;
}

std::string replace_all(std::string_view text, std::string_view what, std::string_view with) {
  std::string out;
  out.reserve(text.size());
  size_t pos = 0;
  for (size_t found = text.find(what); found != std::string_view::npos;
       found = text.find(what, pos)) {
    out += text.substr(pos, found - pos);
    out += with;
    pos = found + what.size();
  }
  out += text.substr(pos);
  return out;
}

size_t count_of(std::string_view text, std::string_view what) {
  size_t count = 0;
  for (size_t pos = text.find(what); pos != std::string_view::npos;
       pos = text.find(what, pos + what.size())) {
    ++count;
  }
  return count;
}

}  // namespace mineru::doc::vlm
