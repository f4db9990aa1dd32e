#include "doc/writers/stems.h"

#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr size_t kMaxStemBytes = 200;
constexpr size_t kMaxExtensionBytes = 50;

}  // namespace

std::string output_stem(const std::filesystem::path& input) {
  const std::string stem = input.stem().string();
  if (stem.empty() || stem == "." || stem == "..") return "document";
  return std::string(text::truncate_utf8(stem, kMaxStemBytes));
}

std::string upload_name(std::string_view given, Compat compat) {
  const std::string_view separators = compat == Compat::kReference ? "/" : "/\\";
  const size_t last = given.find_last_not_of(separators);
  if (last == std::string_view::npos) return "document";
  given = given.substr(0, last + 1);
  const size_t separator = given.find_last_of(separators);
  if (separator != std::string_view::npos) given.remove_prefix(separator + 1);
  std::string clean(given);
  if (compat == Compat::kReference) {
    const std::filesystem::path name(clean);
    return output_stem(name) + name.extension().string();
  }
  std::erase_if(clean, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
  const std::filesystem::path name(clean);
  return output_stem(name) +
         std::string(text::truncate_utf8(name.extension().string(), kMaxExtensionBytes));
}

std::vector<std::string> uniquify_stems(const std::vector<std::string>& stems) {
  std::unordered_set<std::string> taken;
  for (const std::string& stem : stems) taken.insert(text::fold_case(stem));
  std::unordered_map<std::string, int> last_number;  // by folded stem; absent: not seen yet
  std::vector<std::string> unique;
  unique.reserve(stems.size());
  for (const std::string& stem : stems) {
    const auto [seen, first] = last_number.try_emplace(text::fold_case(stem), 1);
    std::string name = stem;
    while (!first) {
      name = fmt::format("{}_{}", stem, ++seen->second);
      if (taken.insert(text::fold_case(name)).second) break;
    }
    unique.push_back(std::move(name));
  }
  return unique;
}

}  // namespace mineru::doc
