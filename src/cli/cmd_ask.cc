#include "cli/cmd_ask.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include <spdlog/spdlog.h>

#include "base/error.h"
#include "base/resources.h"
#include "cli/ask_report.h"
#include "cli/display_text.h"
#include "cli/stop_signals.h"
#include "media/resample.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;
using doc::vlm::PromptKind;

// Control characters of an answer could move the cursor or retitle the window.
std::string safe_on_terminal(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const size_t stop = std::min(text.find_first_of("\n\t"), text.size());
    safe += printable(text.substr(0, stop));
    if (stop < text.size()) safe += text[stop];
    text.remove_prefix(std::min(stop + 1, text.size()));
  }
  return safe;
}

class AskRun {
 public:
  AskRun(const AskCommand& command, const AskServices& services, Console& console)
      : command_(command),
        services_(services),
        console_(console),
        progress_(console,
                  command.verbosity == Verbosity::kQuiet ? Progress::Mode::kSilent
                                                         : Progress::Mode::kShown,
                  services.clock) {}

  ExitCode run() {
    // First of all: the threads and media workers that follow inherit the blocked signals.
    StopSignals signals({.on_tick = [this] { progress_.tick(); },
                         .on_first = [] {},
                         .on_second = [this] { progress_.end_all(); }});
    stop_ = signals.token();
    const fs::path folder = command_.server ? fs::path() : find_model(command_.model);
    std::vector<media::Image> pictures = read_pictures();
    if (command_.server) {
      connect(*command_.server);
    } else {
      load(folder);
    }
    throw_if_stopped();
    ask(std::move(pictures));
    report();
    const bool cancelled = result_.reply.finish_reason == engine::FinishReason::kCancelled;
    return cancelled ? ExitCode::kInterrupted : ExitCode::kOk;
  }

 private:
  void throw_if_stopped() {
    if (!stop_.stop_requested()) return;
    progress_.end_all();
    throw_error(Code::kCancelled, "stopped");
  }

  // Before the model, which takes longer: a mistyped name shows at once.
  std::vector<media::Image> read_pictures() {
    std::vector<media::Image> pictures;
    for (const fs::path& file : command_.images) {
      throw_if_stopped();
      pictures.push_back(services_.read_picture(file));
    }
    return pictures;
  }

  void load(const fs::path& folder) {
    progress_.begin_task(printable(folder.filename().string()), "loading");
    const double begun = services_.clock();
    model_ = services_.load_model(folder, {command_.threads, command_.precision});
    result_.load_seconds = services_.clock() - begun;
    result_.model = model_.generator->info().model_name;
    result_.isa = model_.isa;
    result_.threads = model_.threads;
    spdlog::debug("model {}: loaded in {}, {} with {}", printable(folder.string()),
                  format_duration(result_.load_seconds), model_.isa,
                  format_count(model_.threads, "thread"));
  }

  void connect(const remote::RemoteOptions& server) {
    progress_.begin_task("model server", "connecting");
    const double begun = services_.clock();
    model_ = services_.connect(server, stop_);
    result_.load_seconds = services_.clock() - begun;
    result_.model = model_.generator->info().model_name;
  }

  // As the backend vlm shows it to the model where a task is asked for; else as it is, or smaller.
  media::Image prepared(const media::Image& picture) const {
    if (command_.task == PromptKind::kLayout) {
      int side = model_.generator->info().layout_image_size;
      if (command_.max_side > 0) side = std::min(side, command_.max_side);
      return media::resized(picture.view(), side, side, command_.resample);
    }
    media::Image shown =
        command_.task ? media::resized_by_need(picture.view()) : media::copied(picture.view());
    if (command_.max_side == 0) return shown;
    return media::limited_to_side(shown.view(), command_.max_side, command_.resample);
  }

  engine::Request request(std::vector<media::Image> pictures) const {
    engine::Request request;
    if (!command_.system.empty()) {
      engine::Message& system = request.messages.emplace_back();
      system.role = "system";
      system.parts.emplace_back().text = command_.system;
    }
    engine::Message& user = request.messages.emplace_back();
    user.role = "user";
    for (media::Image& picture : pictures) {
      user.parts.emplace_back().image = prepared(picture);
      picture = {};
    }
    const std::string_view prompt =
        command_.task ? doc::vlm::prompt_text(*command_.task) : std::string_view(command_.prompt);
    if (!prompt.empty()) user.parts.emplace_back().text = prompt;
    request.sampling = command_.sampling;
    request.max_new_tokens = command_.max_tokens;
    request.special_tokens = command_.special_tokens;
    return request;
  }

  void ask(std::vector<media::Image> pictures) {
    progress_.begin_task(printable(result_.model), pictures.empty() ? "thinking" : "reading");
    const double begun = services_.clock();
    const auto stream = model_.generator->submit(request(std::move(pictures)));
    const std::stop_callback on_stop(stop_, [&stream] { stream->cancel(); });
    bool first = true;
    bool at_line_start = true;
    for (std::string piece; stream->next(piece);) {
      if (command_.json) continue;
      // The line of progress and the answer may share the terminal.
      if (std::exchange(first, false)) progress_.end_all();
      console_.out(console_.out_terminal() ? safe_on_terminal(piece) : piece);
      at_line_start = piece.ends_with('\n');
    }
    progress_.end_all();
    result_.answer_seconds = services_.clock() - begun;
    result_.reply = stream->result();
    if (!command_.json && !at_line_start) console_.out("\n");
  }

  // The engine writes its figures down after the step that ended the reply.
  void wait_for_stats() {
    constexpr int kMaxWaits = 1000;
    if (!model_.stats) return;
    result_.stats = model_.stats();
    for (int i = 0; i < kMaxWaits && result_.stats->finished == 0; ++i) {
      ::poll(nullptr, 0, 1);
      result_.stats = model_.stats();
    }
  }

  void report() {
    wait_for_stats();
    result_.memory = {.program_bytes = peak_resident_bytes(::getpid()),
                      .worker_bytes = services_.peak_worker_bytes()};
    if (command_.json) console_.out(ask_json(result_));
    if (command_.verbosity != Verbosity::kQuiet) console_.err(ask_summary(result_));
  }

  const AskCommand& command_;
  const AskServices& services_;
  Console& console_;
  Progress progress_;
  std::stop_token stop_;
  LoadedModel model_;
  AskResult result_;
};

}  // namespace

ExitCode run_ask(const AskCommand& command, const AskServices& services, Console& console) {
  return AskRun(command, services, console).run();
}

}  // namespace mineru::cli
