#include "cli/display_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <utf8proc.h>

#include "text/utf8.h"

namespace mineru::cli {

namespace {

int code_width(char32_t code) {
  return std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(code)));
}

int codes_width(std::u32string_view codes) {
  int width = 0;
  for (const char32_t code : codes) width += code_width(code);
  return width;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string out;
  for (const char32_t code : text::from_utf8(bytes)) {
    // Line separators and direction overrides also move what follows to another place.
    const bool moves = (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    text::append_utf8(out, moves || control ? U'?' : code);
  }
  return out;
}

int display_width(std::string_view text) { return codes_width(text::from_utf8(text)); }

std::string fit_width(std::string_view text, int columns) {
  const std::u32string codes = text::from_utf8(text);
  if (codes_width(codes) <= columns) return std::string(text);
  if (columns <= 3) return std::string(static_cast<size_t>(std::max(0, columns)), '.');
  // The end of a name tells more than its middle: numbers and the suffix are there.
  const int tail_columns = (columns - 3) / 2;
  const int head_columns = columns - 3 - tail_columns;
  size_t head = 0;
  for (int used = 0; used + code_width(codes[head]) <= head_columns; ++head) {
    used += code_width(codes[head]);
  }
  size_t tail = codes.size();
  for (int used = 0; used + code_width(codes[tail - 1]) <= tail_columns; --tail) {
    used += code_width(codes[tail - 1]);
  }
  const std::u32string_view view = codes;
  return text::to_utf8(view.substr(0, head)) + "..." + text::to_utf8(view.substr(tail));
}

std::string format_duration(double seconds) {
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", std::max(0.0, seconds) * 1000);
  if (seconds < 99.95) return fmt::format("{:.1f} s", seconds);
  const int64_t total = std::llround(seconds);
  if (total < 3600) return fmt::format("{} min {:02} s", total / 60, total % 60);
  return fmt::format("{} h {:02} min", total / 3600, total % 3600 / 60);
}

std::string format_clock(double seconds) {
  const int64_t total = std::max<int64_t>(0, std::llround(seconds));
  if (total < 60) return fmt::format("{} s", total);
  if (total < 3600) return fmt::format("{}:{:02}", total / 60, total % 60);
  return fmt::format("{}:{:02}:{:02}", total / 3600, total % 3600 / 60, total % 60);
}

std::string format_rate(int64_t pages, double seconds) {
  if (pages <= 0 || seconds <= 0) return {};
  const double rate = static_cast<double>(pages) / seconds;
  if (rate >= 0.995) return fmt::format("{:.{}f} pages/s", rate, rate < 99.5 ? 1 : 0);
  return fmt::format("{:.1f} s/page", 1 / rate);
}

std::string format_bytes(uint64_t bytes) {
  const double value = static_cast<double>(bytes);
  if (bytes < 1024ull * 1024) return fmt::format("{:.0f} KB", value / 1024);
  if (bytes < 1024ull * 1024 * 1024) return fmt::format("{:.0f} MB", value / (1024.0 * 1024));
  return fmt::format("{:.1f} GB", value / (1024.0 * 1024 * 1024));
}

std::string format_count(int64_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

std::string render_bar(double share, int columns) {
  const int inner = columns - 2;
  const int filled = std::clamp(static_cast<int>(std::floor(share * inner)), 0, inner);
  std::string bar = "[";
  bar.append(static_cast<size_t>(filled), '=');
  if (filled < inner) bar += '>';
  bar.append(static_cast<size_t>(std::max(0, inner - filled - 1)), ' ');
  return bar + "]";
}

}  // namespace mineru::cli
