#include "doc/writers/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 4;

void new_line(std::string& out, int depth) {
  out += '\n';
  out.append(static_cast<size_t>(depth) * kIndent, ' ');
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    default: break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20) {
    out += fmt::format("\\u{:04x}", byte);
  } else {
    out += c;
  }
}

void append_string(std::string& out, std::string_view text) {
  const bool ascii = std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
  const std::string valid = ascii ? std::string(text) : text::to_utf8(text::from_utf8(text));
  out += '"';
  for (const char c : valid) append_escaped(out, c);
  out += '"';
}

// Python's repr: plain digits from 1e-4 to below 1e16, otherwise with an exponent.
void append_float(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e16);
  char buffer[40];
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, format);
  const std::string_view digits(buffer, static_cast<size_t>(end - buffer));
  out += digits;
  if (plain && digits.find('.') == std::string_view::npos) out += ".0";
}

void append_array(std::string& out, const Json& array, int depth) {
  if (array.empty()) {
    out += "[]";
    return;
  }
  char before = '[';
  for (const Json& item : array) {
    out += before;
    new_line(out, depth + 1);
    append_json(out, item, depth + 1);
    before = ',';
  }
  new_line(out, depth);
  out += ']';
}

void append_object(std::string& out, const Json& object, int depth) {
  if (object.empty()) {
    out += "{}";
    return;
  }
  char before = '{';
  for (const auto& [key, item] : object.items()) {
    out += before;
    new_line(out, depth + 1);
    append_string(out, key);
    out += ": ";
    append_json(out, item, depth + 1);
    before = ',';
  }
  new_line(out, depth);
  out += '}';
}

}  // namespace

void append_json(std::string& out, const Json& value, int depth) {
  if (value.is_object()) return append_object(out, value, depth);
  if (value.is_array()) return append_array(out, value, depth);
  if (value.is_string()) return append_string(out, value.get_ref<const std::string&>());
  if (value.is_number_float()) return append_float(out, value.get<double>());
  out += value.dump();  // null, true, false, integers
}

std::string to_json_text(const Json& value) {
  std::string out;
  append_json(out, value);
  return out;
}

}  // namespace mineru::doc
