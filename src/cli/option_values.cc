#include "cli/option_values.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"

namespace mineru::cli {

namespace {

std::string to_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

struct Quantity {
  double value = 0;
  std::string unit;  // lower case
  bool valid = false;
};

Quantity split_quantity(std::string_view text) {
  Quantity quantity;
  const char* const end = text.data() + text.size();
  const auto [stop, error] =
      std::from_chars(text.data(), end, quantity.value, std::chars_format::fixed);
  quantity.valid = error == std::errc() && std::isfinite(quantity.value) && quantity.value >= 0;
  if (!quantity.valid) return quantity;
  std::string_view unit(stop, static_cast<size_t>(end - stop));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  quantity.unit = to_lower(unit);
  return quantity;
}

// 0 for none, 1 for k, 2 for m, ...; -1 if it is no unit. `suffixes` may follow the letter.
int unit_power(std::string_view unit, std::initializer_list<std::string_view> suffixes) {
  constexpr std::string_view kLetters = "kmgt";
  if (unit.empty()) return 0;
  const size_t letter = kLetters.find(unit.front());
  if (letter == std::string_view::npos) return unit == "b" && suffixes.size() > 1 ? 0 : -1;
  const bool known = std::find(suffixes.begin(), suffixes.end(), unit.substr(1)) != suffixes.end();
  return known ? static_cast<int>(letter) + 1 : -1;
}

// Beyond 2^53 a double no longer counts in ones, and nothing here is that large.
constexpr double kLargest = 9e15;

}  // namespace

bool parse_bool(std::string_view text) {
  const std::string value = to_lower(text);
  for (const char* yes : {"true", "1", "yes", "on", "y", "t"}) {
    if (value == yes) return true;
  }
  for (const char* no : {"false", "0", "no", "off", "n", "f"}) {
    if (value == no) return false;
  }
  throw_error(Code::kInvalidArgument, "expected true or false, found '{}'", text);
}

int parse_int(std::string_view text, int min, int max) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < min || value > max) {
    throw_error(Code::kInvalidArgument, "expected a whole number from {} to {}, found '{}'", min,
                max, text);
  }
  return value;
}

double parse_number(std::string_view text, double min, double max) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool is_number = error == std::errc() && stop == end;
  // "nan" is a number for from_chars, and lies in no range.
  if (is_number && value >= min && value <= max) return value;
  throw_error(Code::kInvalidArgument, "expected a number from {} to {}, found '{}'", min, max,
              text);
}

uint64_t parse_seed(std::string_view text) {
  uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end && !text.empty()) return value;
  throw_error(Code::kInvalidArgument, "expected a whole number from 0 to {}, found '{}'",
              std::numeric_limits<uint64_t>::max(), text);
}

int parse_seconds(std::string_view text, int max_seconds) {
  const Quantity quantity = split_quantity(text);
  const bool is_seconds = quantity.unit.empty() || quantity.unit == "s";
  if (!quantity.valid || !is_seconds || quantity.value < 0.001 || quantity.value > max_seconds) {
    throw_error(Code::kInvalidArgument, "expected seconds from 0.001 to {}, found '{}'",
                max_seconds, text);
  }
  return static_cast<int>(std::lround(quantity.value * 1000));
}

uint64_t parse_bytes(std::string_view text) {
  const Quantity quantity = split_quantity(text);
  const int power = unit_power(quantity.unit, {"", "b", "ib"});
  const double bytes = quantity.value * std::pow(1024.0, std::max(0, power));
  if (!quantity.valid || power < 0 || bytes > kLargest) {
    throw_error(Code::kInvalidArgument, "expected a size like 512M or 2G, found '{}'", text);
  }
  return static_cast<uint64_t>(bytes);
}

int64_t parse_count(std::string_view text) {
  const Quantity quantity = split_quantity(text);
  const int power = unit_power(quantity.unit, {""});
  const double count = quantity.value * std::pow(1000.0, std::max(0, power));
  if (!quantity.valid || power < 0 || count > kLargest) {
    throw_error(Code::kInvalidArgument, "expected a number like 200M or 50000000, found '{}'",
                text);
  }
  return static_cast<int64_t>(count);
}

}  // namespace mineru::cli
