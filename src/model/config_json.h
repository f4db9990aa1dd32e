// Typed reads from the small JSON files of a checkpoint; errors name file, key, expected and found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace mineru::model {

enum class RepeatedKeys { kLastWins, kError };

// The text as a JSON object. Errors: kCorruptData (not JSON, not an object, nested too deeply, or
// a key twice in one object where that is an error).
nlohmann::json parse_json_object(std::string_view text, std::string_view file,
                                 RepeatedKeys repeated = RepeatedKeys::kLastWins);

// The file's text. Errors: kNotFound, kIo, kCorruptData for more than `max_bytes`.
std::string read_small_file(const std::filesystem::path& path, uint64_t max_bytes);

// Foreign text fit for one line of an error message: in quotes, shortened, no control characters.
std::string in_quotes(std::string_view text);
// What a value is, in a few words: "true", "12", "\"abc\"", "[1,2]", "an array of 900".
std::string described(const nlohmann::json& value);

// A view of one object. Every getter treats null as absent. Borrows object and file name.
class JsonFields {
 public:
  // `path` is what precedes the keys in errors: "", "text_config.".
  JsonFields(const nlohmann::json& object, std::string_view file, std::string path = "")
      : object_(&object), file_(file), path_(std::move(path)) {}

  const nlohmann::json* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  bool is_null(std::string_view key) const;

  // Errors: kCorruptData for another type or a value outside of low..high.
  std::optional<int64_t> integer(std::string_view key, int64_t low, int64_t high) const;
  int integer_or(std::string_view key, int low, int high, int fallback) const;
  std::optional<double> number(std::string_view key, double low, double high) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<std::string> string(std::string_view key) const;
  std::optional<JsonFields> object(std::string_view key) const;

  // "config.json: text_config.num_heads: expected 14, found 12".
  [[noreturn]] void fail(Code code, std::string_view key, std::string_view expected,
                         std::string_view found) const;
  // `found` is what stands there, or "nothing".
  [[noreturn]] void fail(Code code, std::string_view key, std::string_view expected) const;

 private:
  const nlohmann::json* object_;
  std::string_view file_;
  std::string path_;
};

}  // namespace mineru::model
