#include "cli/options_parse.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "base/unique_fd.h"
#include "cli/backend_names.h"
#include "cli/help.h"
#include "cli/languages.h"
#include "cli/option_reader.h"
#include "cli/option_values.h"
#include "cli/options_model.h"
#include "cli/options_output.h"
#include "cli/options_server.h"
#include "cli/page_ranges.h"

namespace mineru::cli {

namespace {

constexpr int kPagesAheadOfModel = 2;
constexpr int kPagesAheadOfServer = 4;
constexpr int kDefaultJobs = 2;  // the end of one and the beginning of the next overlap
constexpr int kMaxJobs = 64;
constexpr int kMaxPage = 10'000'000;
constexpr int kMaxTimeoutSeconds = 86'400;
// PDFium, libvips and Tesseract with their data need about this much before they read anything.
constexpr uint64_t kMinWorkerBytes = 256ull << 20;

struct ParseFlags {
  bool help = false;
  bool recursive = false;
  bool no_overlay = false;
  bool no_origin = false;
  bool page_markers = false;
  bool json_progress = false;
  bool verbose = false;
  bool quiet = false;
  bool resume = false;
  bool retry_failed = false;
  bool skip_existing = false;
};

doc::Method parse_method(std::string_view text) {
  for (const doc::Method method : {doc::Method::kAuto, doc::Method::kText, doc::Method::kOcr}) {
    // Spelled here: doc::method_name would tie reading the command line to the pipeline.
    constexpr const char* kNames[] = {"auto", "txt", "ocr"};
    if (text == kNames[static_cast<size_t>(method)]) return method;
  }
  throw_error(Code::kInvalidArgument, "expected auto, txt or ocr, found '{}'", text);
}

doc::Compat parse_compat(std::string_view text) {
  if (text == "product") return doc::Compat::kProduct;
  if (text == "reference") return doc::Compat::kReference;
  throw_error(Code::kInvalidArgument, "expected product or reference, found '{}'", text);
}

// Not base's read_file: the usual sources are pipes, as in --password-file <(pass show report).
std::string read_password_file(const std::string& path) {
  const UniqueFd file(path == "-" ? ::dup(0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw_errno(Code::kInvalidArgument, path);
  constexpr size_t kLongest = 4096;
  std::string text(kLongest, '\0');
  size_t size = 0;
  while (size < kLongest && text.find('\n') >= size) {
    const ssize_t got = ::read(file.get(), text.data() + size, kLongest - size);
    if (got < 0) throw_errno(Code::kInvalidArgument, path);
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  text.resize(std::min(text.find('\n'), size));
  if (text.ends_with('\r')) text.pop_back();
  if (text.empty()) throw_error(Code::kInvalidArgument, "{} holds no password", path);
  return text;
}

std::string read_password(const Values& values, const Environment& environment) {
  if (values.contains("password") && values.contains("password-file")) {
    throw_error(Code::kInvalidArgument, "give either --password or --password-file, not both");
  }
  std::string password = environment.password;
  read_value(values, "password", password, [](const std::string& text) { return text; });
  read_value(values, "password-file", password, read_password_file);
  return password;
}

std::vector<doc::PageRange> read_pages(const Values& values) {
  std::vector<doc::PageRange> pages;
  read_value(values, "pages", pages, parse_page_ranges);
  if (!values.contains("start") && !values.contains("end")) return pages;
  if (!pages.empty()) {
    throw_error(
        Code::kInvalidArgument,
        "give either --pages (first page is 1) or --start and --end (first page is 0), not both");
  }
  int start = 0;
  int end = -1;
  const auto page_number = [](const std::string& text) { return parse_int(text, 0, kMaxPage); };
  read_value(values, "start", start, page_number);
  read_value(values, "end", end, page_number);
  if (end >= 0 && end < start) {
    throw_error(Code::kInvalidArgument, "--end {} lies before --start {}: no page is left", end,
                start);
  }
  return {{.first = start + 1, .last = end >= 0 ? end + 1 : -1}};
}

void read_limits(const Values& values, doc::ParseOptions& options) {
  read_value(values, "max-pixels", options.limits.max_pixels, [](const std::string& text) {
    const int64_t pixels = parse_count(text);
    if (pixels < 1) throw_error(Code::kInvalidArgument, "expected at least 1, found '{}'", text);
    return pixels;
  });
  read_value(values, "page-timeout", options.worker.call_timeout_ms,
             [](const std::string& text) { return parse_seconds(text, kMaxTimeoutSeconds); });
  read_value(values, "worker-memory", options.worker.memory_bytes, [](const std::string& text) {
    const uint64_t bytes = parse_bytes(text);
    if (bytes >= kMinWorkerBytes) return bytes;
    throw_error(Code::kInvalidArgument, "expected at least 256M, found '{}'", text);
  });
}

doc::Effort parse_effort(std::string_view text) {
  if (text == "medium") return doc::Effort::kMedium;
  if (text == "high") return doc::Effort::kHigh;
  throw_error(Code::kInvalidArgument, "expected medium or high, found '{}'", text);
}

// One that was named is there or is missed.
bool has_model(const ModelChoice& choice) {
  if (!choice.from_environment.empty()) return true;
  try {
    find_model(choice);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Naming a model means that it is used. The default, "auto", also looks whether there is one.
doc::Backend read_backend(const Values& values, const Environment& environment) {
  const auto given = values.find("backend");
  const bool is_auto = given == values.end() || given->second == "auto";
  const bool hybrid = values.contains("model") || values.contains("url") ||
                      (is_auto && has_model(read_model_choice(values, environment)));
  doc::Backend backend = hybrid ? doc::Backend::kHybrid : doc::Backend::kFlash;
  if (!is_auto) read_value(values, "backend", backend, parse_backend);
  return backend;
}

// Of the backends that have one.
void read_model(const Values& values, const Environment& environment, ParseCommand& command) {
  doc::ParseOptions& options = command.options;
  if (values.contains("effort") && options.backend != doc::Backend::kHybrid) {
    throw_error(Code::kInvalidArgument, "--effort is for the backend hybrid: use -b hybrid");
  }
  read_value(values, "effort", options.effort, parse_effort);
  if (!doc::uses_model(options.backend)) {
    for (const char* const name : {"model", "max-side", "resample", "image-analysis", "dtype"}) {
      if (!values.contains(name)) continue;
      throw_error(Code::kInvalidArgument,
                  "--{} is for a backend with a model: use -b hybrid or -b vlm", name);
    }
    for (const char* const name : kServerNames) {
      if (!values.contains(name)) continue;
      throw_error(Code::kInvalidArgument,
                  "--{} is for a model server: use -b hybrid-http-client or -b vlm-http-client",
                  name);
    }
    return;
  }
  const auto name = values.find("backend");
  const bool with_server = name != values.end() && needs_server(name->second);
  command.server =
      read_server(values, environment, with_server ? std::string_view(name->second) : "");
  command.model = read_model_choice(values, environment);
  read_precision(values, command.precision);
  read_picture_size(values, options.max_side, options.resample);
  read_value(values, "image-analysis", options.image_analysis, parse_bool);
  // The model's threads do the work; the pages in work only keep them busy, and each is a picture
  // in memory.
  options.num_workers = std::min(command.threads, kPagesAheadOfModel);
  // A server wants many crops at a time, and takes the work off this machine.
  if (command.server) {
    options.num_workers =
        std::min(std::max(command.threads, kPagesAheadOfServer), command.server->max_in_flight);
  }
}

doc::Resume read_resume(const ParseFlags& flags) {
  if (flags.resume + flags.retry_failed + flags.skip_existing > 1) {
    throw_error(Code::kInvalidArgument,
                "give one of --resume, --retry-failed and --skip-existing, not more");
  }
  if (flags.resume) return doc::Resume::kYes;
  if (flags.retry_failed) return doc::Resume::kRetryFailed;
  return flags.skip_existing ? doc::Resume::kSkipExisting : doc::Resume::kNo;
}

void read_folder_options(const Values& values, ParseCommand& command) {
  command.jobs = std::min(command.threads, kDefaultJobs);
  read_value(values, "jobs", command.jobs,
             [](const std::string& text) { return parse_int(text, 1, kMaxJobs); });
  read_value(values, "report", command.report, [](const std::string& text) {
    if (text.empty()) throw_error(Code::kInvalidArgument, "expected a file, found nothing");
    return std::filesystem::path(text);
  });
}

ParseCommand to_parse_command(const Values& values, const ParseFlags& flags,
                              const Environment& environment) {
  if (flags.verbose && flags.quiet) {
    throw_error(Code::kInvalidArgument, "give either --verbose or --quiet, not both");
  }
  ParseCommand command;
  command.recursive = flags.recursive ? Recursive::kYes : Recursive::kNo;
  command.json_progress = flags.json_progress;
  command.verbosity = flags.quiet     ? Verbosity::kQuiet
                      : flags.verbose ? Verbosity::kVerbose
                                      : Verbosity::kNormal;
  read_value(values, "output", command.output, [](const std::string& text) {
    if (text.empty()) throw_error(Code::kInvalidArgument, "expected a folder, found nothing");
    return std::filesystem::path(text);
  });

  doc::ParseOptions& options = command.options;
  options.backend = read_backend(values, environment);
  read_value(values, "method", options.method, parse_method);
  read_value(values, "lang", options.ocr_languages, tesseract_languages);
  command.language_chosen = values.contains("lang");
  read_value(values, "formula", options.formulas, parse_bool);
  read_value(values, "table", options.tables, parse_bool);
  read_value(values, "compat", options.compat, parse_compat);
  options.overlay = !flags.no_overlay;
  options.origin = !flags.no_origin;
  options.output.page_markers = flags.page_markers;
  read_output_options(values, options.output);
  read_reading_options(values, options);
  options.pages = read_pages(values);
  options.password = read_password(values, environment);
  read_limits(values, options);

  read_threads(values, environment, command.threads);
  command.threads_reason = values.contains("threads")
                               ? fmt::format("{} (--threads)", command.threads)
                               : describe_default_threads(environment.cpu);
  options.num_workers = command.threads;
  read_model(values, environment, command);
  options.resume = read_resume(flags);
  read_folder_options(values, command);
  return command;
}

struct Typed {
  Values values;
  ParseFlags flags;
  std::vector<std::filesystem::path> paths;
};

// What `parse` and `watch` have in common, and the options that only one of them has.
Typed read_arguments(std::span<const std::string> arguments, const char* command,
                     std::span<const char* const> own_options) {
  CLI::App app;
  app.set_help_flag();
  Typed typed;
  ParseFlags& flags = typed.flags;
  std::vector<std::string> positional;
  std::vector<std::string> paths;
  app.add_option("paths", positional);
  app.add_option("-p,--path", paths)->allow_extra_args(false);
  constexpr const char* kValues[] = {
      "-o,--output",     "-b,--backend", "-m,--method",  "-l,--lang",    "-s,--start",
      "-e,--end",        "--pages",      "-f,--formula", "-t,--table",   "--password",
      "--password-file", "--threads",    "--compat",     "--max-pixels", "--page-timeout",
      "--worker-memory", "--model",      "--max-side",   "--resample",   "--image-analysis",
      "--dtype",         "--effort",     "--jobs",       "--report"};
  add_values(app, kValues, typed.values);
  add_values(app, output_option_names(), typed.values);
  add_values(app, kServerOptions, typed.values);
  add_values(app, own_options, typed.values);
  app.add_flag("-h,--help", flags.help);
  app.add_flag("-r,--recursive", flags.recursive);
  app.add_flag("--no-overlay", flags.no_overlay);
  app.add_flag("--no-origin", flags.no_origin);
  app.add_flag("--page-markers", flags.page_markers);
  app.add_flag("--json-progress", flags.json_progress);
  app.add_flag("--resume", flags.resume);
  app.add_flag("--retry-failed", flags.retry_failed);
  app.add_flag("--skip-existing", flags.skip_existing);
  app.add_flag("-v,--verbose", flags.verbose);
  app.add_flag("-q,--quiet", flags.quiet);
  run_cli11(app, arguments, command);
  std::copy(paths.begin(), paths.end(), std::back_inserter(typed.paths));
  std::copy(positional.begin(), positional.end(), std::back_inserter(typed.paths));
  return typed;
}

}  // namespace

Command read_parse(std::span<const std::string> arguments, const Environment& environment) {
  Typed typed = read_arguments(arguments, "parse", {});
  if (typed.flags.help) return PrintCommand{parse_help(environment.cpu)};
  ParseCommand command = to_parse_command(typed.values, typed.flags, environment);
  command.inputs = std::move(typed.paths);
  if (command.inputs.empty()) {
    throw_error(Code::kInvalidArgument,
                "nothing to read: name a file or a folder, as in 'mineru-cpp parse report.pdf'");
  }
  return command;
}

Command read_watch(std::span<const std::string> arguments, const Environment& environment) {
  constexpr const char* kOwn[] = {"--interval"};
  Typed typed = read_arguments(arguments, "watch", kOwn);
  if (typed.flags.help) return PrintCommand{watch_help()};
  WatchCommand command;
  command.parse = to_parse_command(typed.values, typed.flags, environment);
  command.parse.inputs = std::move(typed.paths);
  command.parse.names_at_once = true;
  // Documents of earlier runs are not read again.
  doc::Resume& resume = command.parse.options.resume;
  if (resume == doc::Resume::kNo) resume = doc::Resume::kYes;
  read_value(typed.values, "interval", command.interval_seconds,
             [](const std::string& text) { return parse_number(text, 0.05, kMaxTimeoutSeconds); });
  if (command.parse.inputs.empty()) {
    throw_error(Code::kInvalidArgument,
                "nothing to watch: name a folder, as in 'mineru-cpp watch inbox -o out'");
  }
  return command;
}

}  // namespace mineru::cli
