#include "cli/app.h"

#include <cstdlib>
#include <memory>
#include <mutex>
#include <variant>

#include <fmt/format.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include "cli/cmd_doctor.h"
#include "cli/cmd_parse.h"
#include "cli/console.h"
#include "cli/display_text.h"
#include "cli/options.h"
#include "cli/stop_signals.h"
#include "doc/pipeline.h"
#include "media/page_source.h"

namespace mineru::cli {

namespace {

// Through the console, so that a message does not tear the progress line.
class ConsoleSink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit ConsoleSink(Console& console) : console_(console) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    console_.err(std::string_view(line.data(), line.size()));
  }
  void flush_() override {}

 private:
  Console& console_;
};

spdlog::level::level_enum log_level(Verbosity verbosity) {
  switch (verbosity) {
    case Verbosity::kQuiet: return spdlog::level::err;
    case Verbosity::kNormal: return spdlog::level::warn;
    case Verbosity::kVerbose: return spdlog::level::debug;
  }
  return spdlog::level::warn;
}

void set_up_log(Console& console, Verbosity verbosity) {
  // banned-ok: spdlog's interface takes shared pointers
  const auto sink = std::make_shared<ConsoleSink>(console);
  // banned-ok: spdlog's interface takes shared pointers
  const auto logger = std::make_shared<spdlog::logger>("mineru", sink);
  logger->set_pattern("%l: %v");
  logger->set_level(log_level(verbosity));
  spdlog::set_default_logger(logger);
}

Environment read_environment() {
  Environment environment;
  environment.cpu = read_cpu_info();
  const char* const password = std::getenv("MINERU_PASSWORD");
  if (password != nullptr) environment.password = password;
  return environment;
}

struct RunCommand {
  Console& console;

  ExitCode operator()(const PrintCommand& command) const {
    console.out(command.text);
    return ExitCode::kOk;
  }

  ExitCode operator()(const ParseCommand& command) const {
    set_up_log(console, command.verbosity);
    const ParseServices services{.parse = doc::parse_document,
                                 .check_worker = media::check_worker,
                                 .peak_worker_bytes = media::peak_worker_resident_bytes};
    return run_parse(command, services, console);
  }

  ExitCode operator()(const DoctorCommand& command) const {
    return run_doctor(command, {.check_worker = media::check_worker}, console);
  }
};

int fail(Console& console, const std::string& message, ExitCode code) {
  // Only a file name or a value from outside can hold control characters; help text has line
  // breaks.
  const size_t first_line = std::min(message.find('\n'), message.size());
  console.set_status("");
  console.err(fmt::format("{} {}{}\n", console.paint("mineru-cpp:", Colour::kRed),
                          printable(std::string_view(message).substr(0, first_line)),
                          message.substr(first_line)));
  return static_cast<int>(code);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) noexcept {
  Console console(detect_console());
  try {
    ignore_broken_pipes();
    const Command command = read_command_line(arguments, read_environment());
    const ExitCode code = std::visit(RunCommand{console}, command);
    // The logger refers to the console, which ends before static objects do.
    spdlog::drop_all();
    return static_cast<int>(code);
  } catch (...) {
    const Error error = current_error();
    return fail(console, error.message(), exit_code_of(error.code()));
  }
}

}  // namespace mineru::cli
