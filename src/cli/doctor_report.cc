#include "cli/doctor_report.h"

#include <algorithm>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/display_text.h"

namespace mineru::cli {

namespace {

constexpr uint64_t kGiB = 1ull << 30;
// One worker at work on a large page, and this program beside it.
constexpr uint64_t kTightMemory = 1 * kGiB;
constexpr double kSlowWorkerSeconds = 5;

class Judge {
 public:
  explicit Judge(const DoctorFacts& facts) : facts_(facts) {}

  std::vector<Finding> run() {
    program();
    machine();
    worker();
    documents();
    model();
    for (Finding& finding : findings_) {
      blot_home(finding.value);
      blot_home(finding.advice);
    }
    return std::move(findings_);
  }

 private:
  void add(std::string_view group, std::string_view name, Level level, const std::string& value,
           const std::string& advice = {}) {
    findings_.push_back(
        {std::string(group), std::string(name), level, printable(value), printable(advice)});
  }

  // The text is for public bug reports: a home folder holds a user's name.
  void blot_home(std::string& text) const {
    if (facts_.home.size() < 2) return;
    for (size_t at = text.find(facts_.home); at != std::string::npos;
         at = text.find(facts_.home, at + 1)) {
      text.replace(at, facts_.home.size(), "~");
    }
  }

  void program() {
    add("program", "mineru-cpp", Level::kInfo,
        fmt::format("{} ({})", facts_.version, facts_.build));
    add("program", "compiler", Level::kInfo, facts_.compiler);
    std::vector<std::string> libraries;
    for (const auto& [name, version] : facts_.libraries)
      libraries.push_back(fmt::format("{} {}", name, version));
    add("program", "libraries", Level::kInfo, fmt::format("{}", fmt::join(libraries, ", ")));
  }

  void machine() {
    const CpuInfo& cpu = facts_.cpu;
    add("machine", "system", Level::kInfo, facts_.system);
    add("machine", "processor", Level::kInfo, cpu.model.empty() ? "unknown" : cpu.model);
    add("machine", "features", Level::kInfo,
        cpu.features.empty() ? "none of those we use"
                             : fmt::format("{}", fmt::join(cpu.features, " ")));
    std::string cores = fmt::format("{}, {} usable", format_count(cpu.physical_cores, "core"),
                                    format_count(cpu.logical_cpus, "hardware thread"));
    cores +=
        cpu.quota_cpus > 0 ? fmt::format(", quota {:.3g} cores", cpu.quota_cpus) : ", no quota";
    add("machine", "cores", Level::kInfo,
        fmt::format("{}; {} by default", cores, format_count(cpu.default_threads, "thread")));
    memory();
  }

  void memory() {
    const MemoryInfo& memory = facts_.memory;
    if (memory.total == 0) {
      add("machine", "memory", Level::kWarn, "unknown", "is /proc mounted?");
      return;
    }
    std::string value = fmt::format("{} in all, {} free", format_bytes(memory.total),
                                    format_bytes(memory.available));
    value +=
        memory.limit > 0 ? fmt::format(", limit {}", format_bytes(memory.limit)) : ", no limit";
    const uint64_t usable =
        memory.limit > 0 ? std::min(memory.limit, memory.available) : memory.available;
    const bool tight = usable < kTightMemory;
    add("machine", "memory", tight ? Level::kWarn : Level::kOk, value,
        tight ? "large pages may not fit: close other programs, or use --threads 1" : "");
  }

  void worker() {
    if (!facts_.worker) {
      add("media", "worker", Level::kFail, facts_.worker_error,
          "mineru-media-worker has to lie beside mineru-cpp, with libpdfium.so where the build put "
          "it; scripts/bootstrap and a new build bring both");
      return;
    }
    const media::WorkerHealth& health = *facts_.worker;
    const bool slow = facts_.worker_seconds > kSlowWorkerSeconds;
    add("media", "worker", slow ? Level::kWarn : Level::kOk,
        fmt::format(
            "answered in {}, peak memory {} (limit {})", format_duration(facts_.worker_seconds),
            format_bytes(health.peak_resident_bytes), format_bytes(facts_.worker_memory_limit)),
        slow ? "each document starts a worker: is the disk slow, or the machine busy?" : "");
    add("media", "sandbox", health.sandboxed ? Level::kOk : Level::kWarn,
        health.sandboxed ? "limits and system call filter in force" : "no system call filter",
        health.sandboxed ? "" : "read documents of strangers only where the kernel offers seccomp");
    add("media", "PDFium", health.pdfium_version.empty() ? Level::kFail : Level::kOk,
        health.pdfium_version.empty() ? "missing" : health.pdfium_version,
        health.pdfium_version.empty() ? "run scripts/bootstrap, then build again" : "");
    add("media", "libvips", Level::kOk,
        fmt::format("{}; reads {}", health.vips_version, fmt::join(health.picture_formats, ", ")));
    ocr(health);
  }

  void ocr(const media::WorkerHealth& health) {
    const std::vector<std::string>& have = health.ocr_languages;
    std::vector<std::string> missing;
    std::vector<std::string> packages;
    // Not osd: Tesseract does not list it as a language.
    for (const auto& [wanted, package] :
         {std::pair("eng", "tesseract-ocr-eng"), std::pair("chi_sim", "tesseract-ocr-chi-sim")}) {
      if (std::find(have.begin(), have.end(), wanted) != have.end()) continue;
      missing.emplace_back(wanted);
      packages.emplace_back(package);
    }
    std::string advice;
    if (!missing.empty()) {
      advice = fmt::format("scanned pages need {}: sudo apt-get install {}",
                           fmt::join(missing, ", "), fmt::join(packages, " "));
    }
    add("media", "Tesseract", missing.empty() ? Level::kOk : Level::kWarn,
        fmt::format("{}; languages: {}", health.tesseract_version,
                    have.empty() ? "none" : fmt::format("{}", fmt::join(have, ", "))),
        advice);
  }

  void documents() {
    const bool no_font = facts_.cjk_fonts.empty();
    add("documents", "CJK fonts", no_font ? Level::kWarn : Level::kOk,
        no_font ? "none found" : fmt::format("{}", fmt::join(facts_.cjk_fonts, ", ")),
        no_font ? "Chinese, Japanese and Korean text without an embedded font is drawn as blanks: "
                  "sudo apt-get install fonts-wqy-microhei"
                : "");
    const bool writable = facts_.output_error.empty();
    add("documents", "output", writable ? Level::kOk : Level::kFail,
        writable ? facts_.output + " is writable" : facts_.output + ": " + facts_.output_error,
        writable ? "" : "choose another folder with -o");
  }

  void model() {
    const bool broken = !facts_.instruction_set_error.empty();
    add("model", "kernels", broken ? Level::kFail : Level::kOk,
        broken ? facts_.instruction_set_error
               : fmt::format("{}, {} by default", facts_.instruction_set,
                             format_count(facts_.cpu.default_threads, "thread")),
        broken ? "unset the variable MINERU_ISA, or give it one of these names" : "");
    if (!facts_.model_error.empty()) {
      add("model", "models", Level::kWarn, facts_.model_error,
          "unset the variable MINERU_MODEL, or set it to the folder of a model");
      return;
    }
    const bool none = facts_.models.empty();
    std::string where = "the folder for models is " + facts_.models_folder;
    if (facts_.models_folder.empty()) where = "there is no home folder to look in";
    add("model", "models", Level::kInfo,
        none ? fmt::format("none found, and the backend flash needs none; mineru-cpp pull gets "
                           "one; {}",
                           where)
             : fmt::format("{}; {}", fmt::join(facts_.models, ", "), where));
  }

  const DoctorFacts& facts_;
  std::vector<Finding> findings_;
};

int count(const std::vector<Finding>& findings, Level level) {
  return static_cast<int>(std::count_if(findings.begin(), findings.end(),
                                        [level](const Finding& f) { return f.level == level; }));
}

}  // namespace

std::string_view level_name(Level level) {
  switch (level) {
    case Level::kOk: return "ok";
    case Level::kInfo: return "info";
    case Level::kWarn: return "warn";
    case Level::kFail: return "fail";
  }
  return "fail";
}

std::vector<Finding> judge(const DoctorFacts& facts) { return Judge(facts).run(); }

ExitCode doctor_exit_code(const std::vector<Finding>& findings) {
  return count(findings, Level::kFail) > 0 ? ExitCode::kNothingParsed : ExitCode::kOk;
}

std::string doctor_text(const std::vector<Finding>& findings) {
  std::string text;
  std::string group;
  for (const Finding& finding : findings) {
    if (finding.group != group) {
      group = finding.group;
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", group);
    }
    text +=
        fmt::format("  {:<4}  {:<11} {}\n", level_name(finding.level), finding.name, finding.value);
    if (!finding.advice.empty()) text += fmt::format("        {:<11} -> {}\n", "", finding.advice);
  }
  const int failed = count(findings, Level::kFail);
  const int warned = count(findings, Level::kWarn);
  text += failed + warned == 0 ? std::string("\neverything is in place\n")
                               : fmt::format("\n{}, {}\n", format_count(failed, "failure"),
                                             format_count(warned, "warning"));
  return text;
}

std::string doctor_json(const std::vector<Finding>& findings) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"group", finding.group},
                    {"name", finding.name},
                    {"level", level_name(finding.level)},
                    {"value", finding.value},
                    {"advice", finding.advice}});
  }
  const Json json = {{"ok", doctor_exit_code(findings) == ExitCode::kOk}, {"findings", list}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mineru::cli
