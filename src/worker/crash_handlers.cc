#include "worker/crash_handlers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <new>

#include "base/error.h"
#include "media/wire.h"

namespace mineru::worker {

namespace {

// A worker that cannot have this much more has met its limit.
constexpr size_t kProbeBytes = 64 << 20;

bool memory_is_short() {
  if (errno == ENOMEM) return true;  // the last thing that failed before the crash
  void* probe = ::mmap(nullptr, kProbeBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) return true;
  ::munmap(probe, kProbeBytes);
  return false;
}

// PDFium and libvips stop with a trap or abort() when an allocation fails.
extern "C" void on_crash(int signal) {
  if (memory_is_short()) ::_exit(media::wire::kExitOutOfMemory);
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void on_no_memory() { ::_exit(media::wire::kExitOutOfMemory); }

// Sent by the kernel for everything that happens on the socket; only a hang-up matters.
// This rather than PR_SET_PDEATHSIG: that one fires when the *thread* that started us ends.
extern "C" void on_socket_event(int) {
  const int saved = errno;
  pollfd entry{media::wire::kWorkerSocket, 0, 0};
  if (::poll(&entry, 1, 0) == 1 && (entry.revents & (POLLHUP | POLLERR)) != 0) ::_exit(0);
  errno = saved;
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  if (::sigaction(signal, &action, nullptr) != 0) throw_errno(Code::kInternal, "sigaction");
}

// A stack overflow leaves no room for a handler on the stack itself.
void use_own_stack() {
  static std::array<std::byte, 64 << 10> stack;
  stack_t own{};
  own.ss_sp = stack.data();
  own.ss_size = stack.size();
  ::sigaltstack(&own, nullptr);
}

}  // namespace

void install_crash_handlers(int socket) {
#ifndef MINERU_SANITIZED  // sanitizers report by these signals
  use_own_stack();
  for (const int signal : {SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS}) {
    handle(signal, on_crash, SA_ONSTACK | SA_NODEFER);
  }
#else
  (void)use_own_stack;
  (void)on_crash;
#endif
  std::set_new_handler(on_no_memory);
  handle(SIGIO, on_socket_event, SA_RESTART);
  if (::fcntl(socket, F_SETOWN, ::getpid()) != 0 ||
      ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_ASYNC) != 0) {
    throw_errno(Code::kInternal, "cannot watch the socket");
  }
}

}  // namespace mineru::worker
