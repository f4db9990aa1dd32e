#include "vectors/difference.h"

#include <algorithm>

#include <fmt/format.h>

namespace mineru::doc::vectors {

namespace {

constexpr size_t kContext = 40;  // bytes shown before and after the first difference of two texts

// Some makers of rows leave it out.
constexpr std::string_view kOptionalKey = "final_size";

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string excerpt(const std::string& text, size_t from, size_t to) {
  while (from > 0 && is_continuation(text[from])) --from;
  while (to < text.size() && is_continuation(text[to])) ++to;
  std::string shown =
      Json(text.substr(from, to - from)).dump(-1, ' ', false, Json::error_handler_t::replace);
  return (from > 0 ? "..." : "") + std::move(shown) + (to < text.size() ? "..." : "");
}

std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() <= 4 * kContext) return text;
  size_t end = 4 * kContext;
  while (end > 0 && is_continuation(text[end])) --end;
  return text.substr(0, end) + "...";
}

class Comparison {
 public:
  explicit Comparison(KeyOrder order) : order_(order) {}

  void compare(const std::string& place, const Json& expected, const Json& found) {
    if (places_.size() > kMaxPlaces) return;
    if (expected.is_object() && found.is_object()) {
      compare_objects(place, expected, found);
    } else if (expected.is_array() && found.is_array()) {
      compare_arrays(place, expected, found);
    } else if (expected.is_string() && found.is_string()) {
      compare_texts(place, expected.get_ref<const std::string&>(),
                    found.get_ref<const std::string&>());
    } else if (expected != found) {
      report(place, shown(expected), shown(found));
    }
  }

  std::vector<std::string> take() {
    if (places_.size() > kMaxPlaces) {
      places_.resize(kMaxPlaces);
      places_.emplace_back("and more");
    }
    return std::move(places_);
  }

 private:
  void report(const std::string& place, const std::string& expected, const std::string& found) {
    places_.push_back(fmt::format("{}: expected {}, found {}", place, expected, found));
  }

  static std::string child_of(const std::string& place, const std::string& key) {
    return fmt::format("{}.{}", place, key);
  }

  static std::vector<std::string> keys(const Json& object) {
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) names.push_back(key);
    return names;
  }

  void compare_objects(const std::string& place, const Json& expected, const Json& found) {
    const size_t before = places_.size();
    for (const auto& [key, value] : expected.items()) {
      const auto at = found.find(key);
      if (at == found.end()) {
        report(child_of(place, key), shown(value), "nothing");
      } else {
        compare(child_of(place, key), value, *at);
      }
    }
    for (const auto& [key, value] : found.items()) {
      if (!expected.contains(key) && key != kOptionalKey)
        report(child_of(place, key), "nothing", shown(value));
    }
    if (order_ == KeyOrder::kIgnore || places_.size() > before) return;
    if (keys(expected) != keys(found)) {
      report(place + " (order)", shown(keys(expected)), shown(keys(found)));
    }
  }

  void compare_arrays(const std::string& place, const Json& expected, const Json& found) {
    if (expected.size() != found.size()) {
      report(place, fmt::format("{} items", expected.size()), fmt::format("{}", found.size()));
    }
    for (size_t i = 0; i < std::min(expected.size(), found.size()); ++i) {
      compare(fmt::format("{}[{}]", place, i), expected[i], found[i]);
    }
  }

  void compare_texts(const std::string& place, const std::string& expected,
                     const std::string& found) {
    if (expected == found) return;
    const auto [e, f] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    const auto at = static_cast<size_t>(e - expected.begin());
    const size_t from = at > kContext ? at - kContext : 0;
    const auto around = [&](const std::string& text) {
      return excerpt(text, std::min(from, text.size()), std::min(at + kContext, text.size()));
    };
    report(place + (at > kContext ? fmt::format(" (byte {})", at) : ""), around(expected),
           around(found));
  }

  KeyOrder order_;
  std::vector<std::string> places_;
};

}  // namespace

std::vector<std::string> differences(const Json& expected, const Json& found, KeyOrder order) {
  Comparison comparison(order);
  comparison.compare("$", expected, found);
  return comparison.take();
}

}  // namespace mineru::doc::vectors
