#include "cli/app.h"

#include <cstdlib>
#include <memory>
#include <mutex>
#include <variant>

#include <fmt/format.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include "cli/cmd_ask.h"
#include "cli/cmd_doctor.h"
#include "cli/cmd_parse.h"
#include "cli/cmd_pull.h"
#include "cli/cmd_synth.h"
#include "cli/cmd_watch.h"
#include "cli/console.h"
#include "cli/display_text.h"
#include "cli/options.h"
#include "cli/stop_signals.h"
#include "doc/pipeline.h"
#include "engine/engine.h"
#include "media/page_source.h"
#include "model/model.h"
#include "model/synthetic.h"
#include "nn/exec.h"
#include "remote/remote_generator.h"

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

std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// The folder of one kind of this user's files, by the XDG rules; empty without a home.
std::filesystem::path user_folder(const char* variable, const char* below_home) {
  const std::filesystem::path chosen = environment_value(variable);
  if (chosen.is_absolute()) return chosen / "mineru-cpp";  // relative ones are to be ignored
  const std::filesystem::path home = environment_value("HOME");
  return home.empty() ? home : home / below_home / "mineru-cpp";
}

Environment read_environment() {
  Environment environment;
  environment.cpu = read_cpu_info();
  environment.password = environment_value("MINERU_PASSWORD");
  environment.model = environment_value("MINERU_MODEL");
  environment.hf_endpoint = environment_value("HF_ENDPOINT");
  environment.hf_token = environment_value("HF_TOKEN");
  environment.server_url = environment_value("MINERU_VL_SERVER");
  environment.server_model = environment_value("MINERU_VL_MODEL_NAME");
  environment.server_key = environment_value("MINERU_VL_API_KEY");
  const std::filesystem::path data = user_folder("XDG_DATA_HOME", ".local/share");
  if (!data.empty()) environment.models = data / "models";
  environment.cache = user_folder("XDG_CACHE_HOME", ".cache");
  return environment;
}

LoadedModel load_model(const std::filesystem::path& folder, const ModelSettings& settings) {
  auto exec = std::make_unique<nn::Exec>(settings.threads);
  LoadedModel loaded;
  loaded.isa = exec->isa();
  loaded.threads = exec->num_threads();
  auto model = model::Model::load(folder, *exec, settings.precision);
  auto engine = engine::Engine::create(std::move(model), std::move(exec));
  loaded.stats = [&engine = *engine] { return engine.stats(); };
  loaded.generator = std::move(engine);
  return loaded;
}

LoadedModel connect(const remote::RemoteOptions& server, const std::stop_token& stop) {
  LoadedModel loaded;
  loaded.generator = remote::RemoteGenerator::connect(server, stop);
  return loaded;
}

media::Image read_picture(const std::filesystem::path& path) {
  const auto source = media::open_pages(path, {}, {});
  // A picture in its own pixels, however large; a page as `parse` draws it.
  constexpr double kPixelsPerPoint = 200.0 / 72;
  const bool is_picture = source->kind() == media::SourceKind::kPicture;
  return source->render(
      0, is_picture ? kPixelsPerPoint : media::reference_scale(source->page_size(0)));
}

ParseServices parse_services() {
  return {.parse = doc::parse_document,
          .check_worker = media::check_worker,
          .peak_worker_bytes = media::peak_worker_resident_bytes,
          .load_model = load_model,
          .connect = connect};
}

struct RunCommand {
  Console& console;

  ExitCode operator()(const PrintCommand& command) const {
    console.out(command.text);
    return ExitCode::kOk;
  }

  ExitCode operator()(const ParseCommand& command) const {
    set_up_log(console, command.verbosity);
    return run_parse(command, parse_services(), console);
  }

  ExitCode operator()(const WatchCommand& command) const {
    set_up_log(console, command.parse.verbosity);
    return run_watch(command, parse_services(), console);
  }

  ExitCode operator()(const AskCommand& command) const {
    set_up_log(console, command.verbosity);
    const AskServices services{.load_model = load_model,
                               .connect = connect,
                               .read_picture = read_picture,
                               .peak_worker_bytes = media::peak_worker_resident_bytes};
    return run_ask(command, services, console);
  }

  ExitCode operator()(const PullCommand& command) const {
    HttpClient client;
    const PullServices services{
        .download = {.get = [&client](const HttpGet& get) { return client.get(get); },
                     .wait = wait_seconds,
                     .free_bytes = free_disk_bytes}};
    return run_pull(command, services, console);
  }

  ExitCode operator()(const SynthCommand& command) const {
    return run_synth(command, {.write = model::write_synthetic_checkpoint}, console);
  }

  ExitCode operator()(const DoctorCommand& command) const {
    const DoctorServices services{.check_worker = media::check_worker,
                                  .instruction_set = [] { return std::string(nn::Exec(1).isa()); }};
    return run_doctor(command, services, console);
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
