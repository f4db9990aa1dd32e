#include "cli/stop_signals.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <utility>

#include "base/error.h"
#include "cli/exit_code.h"

namespace mineru::cli {

namespace {

constexpr int kTickMs = 200;

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals(Handlers handlers) : handlers_(std::move(handlers)) {
  ::sigemptyset(&watched_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) ::sigaddset(&watched_, signal);
  }
  signals_.reset(::signalfd(-1, &watched_, SFD_CLOEXEC | SFD_NONBLOCK));
  done_.reset(::eventfd(0, EFD_CLOEXEC));
  if (!signals_.valid() || !done_.valid()) throw_errno(Code::kInternal, "watching for signals");
  ::pthread_sigmask(SIG_BLOCK, &watched_, &mask_before_);
  watcher_.emplace(1, [this](int) { watch(); });
}

StopSignals::~StopSignals() {
  ::eventfd_write(done_.get(), 1);
  watcher_.reset();  // waits for it
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

void StopSignals::watch() {
  while (true) {
    pollfd wanted[] = {{signals_.get(), POLLIN, 0}, {done_.get(), POLLIN, 0}};
    ::poll(wanted, 2, kTickMs);
    if (wanted[1].revents != 0) return;
    handlers_.on_tick();
    signalfd_siginfo info{};
    if (::read(signals_.get(), &info, sizeof(info)) != sizeof(info)) continue;
    if (!stop_.stop_requested()) {
      handlers_.on_first();
      stop_.request_stop();
      continue;
    }
    handlers_.on_second();
    // Other threads are in the middle of pages: running destructors under them would race.
    ::_exit(static_cast<int>(ExitCode::kInterrupted));
  }
}

void ignore_broken_pipes() { ::signal(SIGPIPE, SIG_IGN); }

}  // namespace mineru::cli
