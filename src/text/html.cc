#include "text/html.h"

#include <charconv>

#include "text/utf8.h"

namespace mineru::text {

namespace {

constexpr size_t kLongestReference = 12;  // "&#x0010FFFF;"

// Appends the character that `name` (between & and ;) stands for; false: it stands for none.
bool append_reference(std::string& out, std::string_view name) {
  if (name == "amp") return out += '&', true;
  if (name == "lt") return out += '<', true;
  if (name == "gt") return out += '>', true;
  if (name == "quot") return out += '"', true;
  if (name == "apos") return out += '\'', true;
  if (name == "nbsp") return append_utf8(out, 0xA0), true;
  if (!name.starts_with('#')) return false;
  name.remove_prefix(1);
  const bool hex = name.starts_with('x') || name.starts_with('X');
  if (hex) name.remove_prefix(1);
  unsigned code = 0;
  const char* end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, code, hex ? 16 : 10);
  if (error != std::errc() || rest != end) return false;
  append_utf8(out, code);
  return true;
}

}  // namespace

namespace {

enum class Quotes { kEscape, kKeep };

std::string escape(std::string_view bytes, Quotes quotes) {
  std::string out;
  out.reserve(bytes.size());
  for (const char c : bytes) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"' && quotes == Quotes::kEscape) {
      out += "&quot;";
    } else if (c == '\'' && quotes == Quotes::kEscape) {
      out += "&#x27;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string escape_html(std::string_view bytes) { return escape(bytes, Quotes::kEscape); }

std::string escape_html_text(std::string_view bytes) { return escape(bytes, Quotes::kKeep); }

std::string unescape_html(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (size_t pos = 0; pos < bytes.size();) {
    if (bytes[pos] == '&') {
      const size_t end = bytes.substr(pos, kLongestReference).find(';');
      if (end != std::string_view::npos && append_reference(out, bytes.substr(pos + 1, end - 1))) {
        pos += end + 1;
        continue;
      }
    }
    out += bytes[pos++];
  }
  return out;
}

}  // namespace mineru::text
