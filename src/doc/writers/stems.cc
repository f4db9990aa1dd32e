#include "doc/writers/stems.h"

#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr size_t kMaxStemBytes = 200;

}  // namespace

std::string output_stem(const std::filesystem::path& input) {
  const std::string stem = input.stem().string();
  if (stem.empty() || stem == "." || stem == "..") return "document";
  return std::string(text::truncate_utf8(stem, kMaxStemBytes));
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
