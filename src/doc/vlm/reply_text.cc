#include "doc/vlm/reply_text.h"

#include <stdint.h>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

uint8_t byte_at(std::string_view text, size_t pos) {
  return pos < text.size() ? static_cast<uint8_t>(text[pos]) : 0;
}

bool is_continuation(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

// Bytes of the line end at `pos`; 0 if there is none.
size_t line_end_length(std::string_view text, size_t pos) {
  const uint8_t c = byte_at(text, pos);
  if (c == '\r') return byte_at(text, pos + 1) == '\n' ? 2 : 1;
  if ((c >= 0x0A && c <= 0x0C) || (c >= 0x1C && c <= 0x1E)) return 1;
  if (c == 0xC2) return byte_at(text, pos + 1) == 0x85 ? 2 : 0;
  if (c != 0xE2 || byte_at(text, pos + 1) != 0x80) return 0;
  const uint8_t third = byte_at(text, pos + 2);
  return third == 0xA8 || third == 0xA9 ? 3 : 0;
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  size_t start = 0;
  for (size_t pos = 0; pos < text.size();) {
    const size_t length = line_end_length(text, pos);
    if (length == 0) {
      ++pos;
      continue;
    }
    lines.push_back(text.substr(start, pos - start));
    pos += length;
    start = pos;
  }
  if (start < text.size()) lines.push_back(text.substr(start));
  return lines;
}

std::string collapse_spaces(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t pos = 0; pos < text.size();) {
    const size_t next = skip_python_space(text, pos);
    out += next > pos ? ' ' : text[pos];
    pos = next > pos ? next : pos + 1;
  }
  return out;
}

std::string to_lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ascii_alnum(char c) { return is_ascii_alpha(c) || is_ascii_digit(c); }

std::string quote_like_python(std::string_view text) {
  const bool double_quotes =
      text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
  const char quote = double_quotes ? '"' : '\'';
  std::string out(1, quote);
  for (const char c : text) {
    if (c == '\\' || c == quote) out += '\\';
    out += c;
  }
  return out + quote;
}

size_t count_codes(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += is_continuation(c) ? 0 : 1;
  return count;
}

std::string_view first_codes(std::string_view text, size_t count) {
  size_t pos = 0;
  for (; pos < text.size(); ++pos) {
    if (is_continuation(text[pos])) continue;
    if (count == 0) break;
    --count;
  }
  return text.substr(0, pos);
}

}  // namespace mineru::doc::vlm
