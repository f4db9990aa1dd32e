#include "cli/cmd_doctor.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <CLI/Version.hpp>
#include <curl/curl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <openssl/crypto.h>
#include <spdlog/version.h>
#include <utf8proc.h>

#include "cli/model_folders.h"
#include "cli/progress.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;

std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string build_kind() {
#ifdef NDEBUG
  std::string kind = "release";
#else
  std::string kind = "debug";
#endif
#ifdef MINERU_SANITIZED
  kind += ", sanitizers";
#endif
  return kind;
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string system_name() {
  std::string name;
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);) {
    constexpr std::string_view kKey = "PRETTY_NAME=";
    if (!line.starts_with(kKey)) continue;
    name = line.substr(kKey.size());
    std::erase(name, '"');
  }
  utsname kernel{};
  if (::uname(&kernel) != 0) return name;
  // Not nodename: it may tell whose machine this is.
  return fmt::format("{}, {} {}, {}", name.empty() ? "unknown system" : name, kernel.sysname,
                     kernel.release, kernel.machine);
}

std::vector<std::pair<std::string, std::string>> library_versions() {
  return {
      {"CLI11", CLI11_VERSION},
      {"libcurl", curl_version_info(CURLVERSION_NOW)->version},
      {"fmt",
       fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
      {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                    NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
      {"OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING)},
      {"spdlog", fmt::format("{}.{}.{}", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH)},
      {"utf8proc", utf8proc_version()},
  };
}

// PDFium maps fonts that a PDF names and does not embed to files in these folders, and for CJK text
// it looks for these families by name.
std::vector<std::string> find_cjk_fonts() {
  constexpr std::array kFolders = {"/usr/share/fonts", "/usr/share/X11/fonts/Type1",
                                   "/usr/share/X11/fonts/TTF", "/usr/local/share/fonts"};
  constexpr std::array kNames = {"wqy",
                                 "gbsn00lp",
                                 "gkai00mp",
                                 "bkai00mp",
                                 "bsmi00lp",
                                 "Droid Sans Fallback",
                                 "DroidSansFallback",
                                 "TakaoPGothic",
                                 "TakaoGothic",
                                 "VL-PGothic",
                                 "VL-Gothic",
                                 "IPAexGothic",
                                 "ipag",
                                 "UnDotum",
                                 "NanumGothic"};
  std::vector<std::string> found;
  for (const char* const folder : kFolders) {
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           failed);
    for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
      const std::string name = entry->path().filename().string();
      const bool is_known = std::any_of(kNames.begin(), kNames.end(),
                                        [&](const char* start) { return name.starts_with(start); });
      std::error_code unknown;
      if (is_known && entry->is_regular_file(unknown)) found.push_back(name);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// What `parse` and `ask` would use comes first.
std::vector<std::string> find_models(const ModelChoice& choice) {
  std::vector<std::string> found;
  if (!choice.from_environment.empty()) {
    found.push_back(fs::path(choice.from_environment).filename().string());
  }
  const std::vector<std::string> pulled = pulled_models(choice.pulled);
  found.insert(found.end(), pulled.begin(), pulled.end());
  return found;
}

// A model that would be used and cannot be is worth knowing before the work.
std::string why_no_model(const ModelChoice& choice) {
  if (choice.from_environment.empty()) return {};
  try {
    find_model(choice);
    return {};
  } catch (const Error& error) {
    return error.message();
  }
}

void ask_kernels(DoctorFacts& facts, const DoctorServices& services) {
  try {
    facts.instruction_set = services.instruction_set();
  } catch (const Error& error) {
    facts.instruction_set_error = error.message();
  }
}

// Looks only: doctor leaves nothing behind. Of a folder that is not there yet, the nearest one
// above it decides.
std::string why_not_writable(const fs::path& output) {
  std::error_code failed;
  fs::path existing = fs::absolute(output, failed);
  while (!failed && !fs::exists(existing, failed) && existing.has_relative_path()) {
    existing = existing.parent_path();
  }
  if (failed) return failed.message();
  if (!fs::is_directory(existing, failed)) return "a file is in the way";
  if (::access(existing.c_str(), W_OK | X_OK) != 0) {
    return std::generic_category().message(errno);
  }
  return {};
}

void ask_worker(DoctorFacts& facts, const DoctorServices& services) {
  const media::WorkerOptions options;
  facts.worker_memory_limit = options.memory_bytes;
  const double begun = steady_seconds();
  try {
    facts.worker = services.check_worker(options);
  } catch (const std::exception& error) {
    // The point of the command: a worker that fails is what the user wants to read about.
    facts.worker_error = error.what();
  }
  facts.worker_seconds = steady_seconds() - begun;
}

}  // namespace

DoctorFacts collect_facts(const DoctorCommand& command, const DoctorServices& services) {
  DoctorFacts facts;
  facts.version = MINERU_VERSION;
  facts.build = build_kind();
  facts.compiler = compiler_name();
  facts.system = system_name();
  facts.cpu = read_cpu_info();
  facts.memory = read_memory_info();
  facts.libraries = library_versions();
  facts.home = environment_value("HOME");
  facts.cjk_fonts = find_cjk_fonts();
  facts.models = find_models(command.model);
  facts.model_error = why_no_model(command.model);
  facts.models_folder = command.model.pulled.string();
  facts.output = command.output.string();
  facts.output_error = why_not_writable(command.output);
  ask_worker(facts, services);
  ask_kernels(facts, services);
  return facts;
}

ExitCode run_doctor(const DoctorCommand& command, const DoctorServices& services,
                    Console& console) {
  const std::vector<Finding> findings = judge(collect_facts(command, services));
  console.out(command.json ? doctor_json(findings) : doctor_text(findings));
  return doctor_exit_code(findings);
}

}  // namespace mineru::cli
