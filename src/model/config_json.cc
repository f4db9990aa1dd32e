#include "model/config_json.h"

#include <limits>
#include <set>
#include <vector>

#include "base/file.h"

namespace mineru::model {

using nlohmann::json;

namespace {

// Real files nest four levels; a stack of a million brackets is an attack on our memory.
constexpr int kMaxDepth = 64;
constexpr size_t kMaxShown = 80;
constexpr size_t kMaxShownParts = 8;

}  // namespace

json parse_json_object(std::string_view text, std::string_view file, RepeatedKeys repeated) {
  std::vector<std::set<std::string, std::less<>>> keys;
  const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
    using Event = json::parse_event_t;
    if (depth > kMaxDepth) {
      throw_error(Code::kCorruptData, "{}: JSON nested more than {} levels deep", file, kMaxDepth);
    }
    if (repeated == RepeatedKeys::kLastWins) return true;
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get_ref<const std::string&>()).second) {
      throw_error(Code::kCorruptData, "{}: the key {} appears twice", file,
                  in_quotes(parsed.get_ref<const std::string&>()));
    }
    return true;
  };
  json value;
  try {
    value = json::parse(text.begin(), text.end(), watch);
  } catch (const json::parse_error& error) {
    throw_error(Code::kCorruptData, "{}: expected JSON, found something else at byte {} of {}",
                file, error.byte, text.size());
  } catch (const json::exception&) {
    throw_error(Code::kCorruptData, "{}: expected JSON, found a number out of range", file);
  }
  if (!value.is_object()) {
    throw_error(Code::kCorruptData, "{}: expected a JSON object, found {}", file, described(value));
  }
  return value;
}

std::string read_small_file(const std::filesystem::path& path, uint64_t max_bytes) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > max_bytes) {
    throw_error(Code::kCorruptData, "{}: expected at most {} bytes, found {}", path.string(),
                max_bytes, size);
  }
  return read_file(path);
}

std::string in_quotes(std::string_view text) {
  const bool shortened = text.size() > kMaxShown;
  if (shortened) {
    size_t end = kMaxShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text = text.substr(0, end);
  }
  std::string shown = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  shown += shortened ? "...\"" : "\"";
  return shown;
}

std::string described(const json& value) {
  if (value.is_object()) return fmt::format("an object of {} keys", value.size());
  if (value.is_array()) {
    std::string text = value.size() <= kMaxShownParts ? value.dump() : "";
    if (!text.empty() && text.size() <= kMaxShown) return text;
    return fmt::format("an array of {}", value.size());
  }
  if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
  return value.dump();
}

const json* JsonFields::find(std::string_view key) const {
  const auto at = object_->find(key);
  return at == object_->end() || at->is_null() ? nullptr : &*at;
}

bool JsonFields::is_null(std::string_view key) const {
  const auto at = object_->find(key);
  return at != object_->end() && at->is_null();
}

std::optional<int64_t> JsonFields::integer(std::string_view key, int64_t low, int64_t high) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  const bool fits =
      value->is_number_unsigned()
          ? value->get<uint64_t>() <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())
          : value->is_number_integer();
  if (!fits || value->get<int64_t>() < low || value->get<int64_t>() > high) {
    fail(Code::kCorruptData, key, fmt::format("an integer in {}..{}", low, high));
  }
  return value->get<int64_t>();
}

int JsonFields::integer_or(std::string_view key, int low, int high, int fallback) const {
  return static_cast<int>(integer(key, low, high).value_or(fallback));
}

std::optional<double> JsonFields::number(std::string_view key, double low, double high) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number() || !(value->get<double>() >= low && value->get<double>() <= high)) {
    fail(Code::kCorruptData, key, fmt::format("a number in {}..{}", low, high));
  }
  return value->get<double>();
}

std::optional<bool> JsonFields::boolean(std::string_view key) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) fail(Code::kCorruptData, key, "true or false");
  return value->get<bool>();
}

std::optional<std::string> JsonFields::string(std::string_view key) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) fail(Code::kCorruptData, key, "a string");
  return value->get<std::string>();
}

std::optional<JsonFields> JsonFields::object(std::string_view key) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_object()) fail(Code::kCorruptData, key, "an object");
  return JsonFields(*value, file_, fmt::format("{}{}.", path_, key));
}

void JsonFields::fail(Code code, std::string_view key, std::string_view expected,
                      std::string_view found) const {
  throw_error(code, "{}: {}{}: expected {}, found {}", file_, path_, key, expected, found);
}

void JsonFields::fail(Code code, std::string_view key, std::string_view expected) const {
  const json* value = find(key);
  fail(code, key, expected, value == nullptr ? "nothing" : described(*value));
}

}  // namespace mineru::model
