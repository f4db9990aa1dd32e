// Ctrl-C and SIGTERM as a stop token, and a clock that ticks while the main thread is at work.
#pragma once

#include <signal.h>

#include <functional>
#include <optional>
#include <stop_token>

#include "base/thread_group.h"
#include "base/unique_fd.h"

namespace mineru::cli {

// From construction on, SIGINT, SIGTERM and SIGHUP no longer end the process: the first asks to
// stop, the second ends it at once with exit code 130. Signals that were ignored before (nohup, a
// shell's background job) stay ignored. Construct before any other thread starts: threads inherit
// that these signals are blocked, and so leave them to this one. (Media workers are in process
// groups of their own; Ctrl-C does not reach them.) One at a time.
class StopSignals {
 public:
  struct Handlers {
    std::function<void()> on_tick;    // several times a second
    std::function<void()> on_first;   // a signal asked to stop
    std::function<void()> on_second;  // the process ends when this returns
  };

  explicit StopSignals(Handlers handlers);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

 private:
  void watch();

  Handlers handlers_;
  sigset_t watched_;
  sigset_t mask_before_;
  std::stop_source stop_;
  UniqueFd signals_;  // becomes readable when one of the watched signals is pending
  UniqueFd done_;     // becomes readable when the watcher shall end
  std::optional<ThreadGroup> watcher_;  // serves them while parsing blocks the main thread
};

// Writing to a pipe that nobody reads becomes an error code instead of the end of the process: the
// documents still get written.
void ignore_broken_pipes();

}  // namespace mineru::cli
