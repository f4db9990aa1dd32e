#include "cli/model_folders.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "cli/display_text.h"
#include "cli/model_catalog.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;

// `pull` writes it last.
bool holds_model(const fs::path& folder) {
  std::error_code unknown;
  return fs::is_regular_file(folder / "config.json", unknown);
}

std::string advice(const fs::path& pulled) {
  const std::vector<std::string> names = pulled_models(pulled);
  if (!names.empty()) return fmt::format("pulled models: {}", fmt::join(names, ", "));
  return "'mineru-cpp pull' gets one, and says what to do without a network";
}

fs::path find_named(const std::string& name, std::string_view source, const fs::path& pulled) {
  if (holds_model(name)) return name;
  const bool is_plain = name.find('/') == std::string::npos && name != "." && name != "..";
  if (is_plain && !pulled.empty() && holds_model(pulled / name)) return pulled / name;
  std::error_code unknown;
  if (fs::is_directory(name, unknown)) {
    throw_error(Code::kNotFound,
                "{} {}: expected the folder of a model, found no config.json in it", source,
                printable(name));
  }
  if (fs::exists(name, unknown)) {
    throw_error(Code::kNotFound, "{} {}: expected the folder of a model, found a file", source,
                printable(name));
  }
  throw_error(Code::kNotFound, "{} {}: no such folder, and no pulled model of this name; {}",
              source, printable(name), advice(pulled));
}

}  // namespace

fs::path find_model(const ModelChoice& choice) {
  if (!choice.name.empty()) return find_named(choice.name, "--model", choice.pulled);
  if (!choice.from_environment.empty()) {
    return find_named(choice.from_environment, "MINERU_MODEL", choice.pulled);
  }
  if (!choice.pulled.empty()) {
    for (const PublishedModel& model : published_models()) {
      if (holds_model(choice.pulled / model.name)) return choice.pulled / model.name;
    }
  }
  throw_error(Code::kNotFound, "no model: name its folder with --model, or in MINERU_MODEL; {}",
              advice(choice.pulled));
}

std::vector<std::string> pulled_models(const fs::path& pulled) {
  std::vector<std::string> names;
  if (pulled.empty()) return names;
  std::error_code failed;
  fs::directory_iterator entry(pulled, failed);
  for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
    if (holds_model(entry->path())) names.push_back(printable(entry->path().filename().string()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace mineru::cli
