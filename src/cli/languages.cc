#include "cli/languages.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include "base/error.h"

namespace mineru::cli {

namespace {

// The official names stand for groups of scripts that one of its models reads. English comes along
// wherever Latin letters are common in such documents.
constexpr std::pair<std::string_view, std::string_view> kOfficialNames[] = {
    {"ch", "chi_sim+eng"},
    {"ch_server", "chi_sim+eng"},
    {"ch_lite", "chi_sim+eng"},
    {"chinese_cht", "chi_tra+eng"},
    {"en", "eng"},
    {"japan", "jpn+eng"},
    {"korean", "kor+eng"},
    {"latin", "eng+fra+deu+spa+ita+por"},
    {"arabic", "ara+eng"},
    {"cyrillic", "rus+bul+srp+eng"},
    {"east_slavic", "rus+ukr+bel+eng"},
    {"devanagari", "hin+mar+nep+eng"},
    {"ta", "tam+eng"},
    {"te", "tel+eng"},
    {"ka", "kan+eng"},
    {"th", "tha+eng"},
    {"el", "ell+eng"},
};

bool is_code_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/';
}

// Tesseract's codes: "eng", "chi_sim", "script/Latin".
bool is_tesseract_code(std::string_view code) {
  return code.size() >= 3 && std::all_of(code.begin(), code.end(), is_code_letter);
}

std::vector<std::string_view> split_plus(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t plus = text.find('+');
    parts.push_back(text.substr(0, plus));
    if (plus == std::string_view::npos) return parts;
    text.remove_prefix(plus + 1);
  }
}

std::string debian_package(std::string_view code) {
  std::string package = "tesseract-ocr-";
  for (const char c : code) package += c == '_' ? '-' : c;
  return package;
}

}  // namespace

std::string tesseract_languages(std::string_view name) {
  for (const auto& [official, languages] : kOfficialNames) {
    if (name == official) return std::string(languages);
  }
  for (const std::string_view code : split_plus(name)) {
    if (is_tesseract_code(code)) continue;
    std::vector<std::string_view> known;
    for (const auto& entry : kOfficialNames) known.push_back(entry.first);
    throw_error(Code::kInvalidArgument,
                "'{}' is no language; expected one of {}, or Tesseract codes like deu or deu+fra",
                name, fmt::join(known, ", "));
  }
  return std::string(name);
}

void require_languages(std::string_view languages, std::span<const std::string> installed) {
  std::vector<std::string> missing;
  std::vector<std::string> packages;
  for (const std::string_view code : split_plus(languages)) {
    if (std::find(installed.begin(), installed.end(), code) != installed.end()) continue;
    missing.emplace_back(code);
    packages.push_back(debian_package(code));
  }
  if (missing.empty()) return;
  throw_error(Code::kNotFound,
              "no OCR data for {}; install it with: sudo apt-get install {}   (installed: {})",
              fmt::join(missing, ", "), fmt::join(packages, " "), fmt::join(installed, ", "));
}

}  // namespace mineru::cli
