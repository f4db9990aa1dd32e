#include "worker/test_fault.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/memory_map.h"

namespace mineru::worker {

namespace {

[[noreturn]] void hang() {
  const volatile bool forever = true;
  while (forever) {
  }
  std::abort();
}

void sleep_forever() {
  for (;;) ::poll(nullptr, 0, 1000);
}

// Until something refuses: the process is expected to die of it, as the libraries do.
[[noreturn]] void eat_memory() {
  constexpr size_t kBite = 16 << 20;
  std::vector<MemoryMap> eaten;
  try {
    for (;;) {
      eaten.push_back(MemoryMap::anonymous(kBite));
      std::memset(eaten.back().mutable_bytes().data(), 1, kBite);
    }
  } catch (const Error&) {
    std::abort();
  }
}

void expect_refused(bool refused, const char* what) {
  if (!refused) throw_error(Code::kInternal, "the sandbox let pass: {}", what);
  throw_error(Code::kIo, "refused: {}", what);
}

void execute() {
  char program[] = "/bin/true";
  char* arguments[] = {program, nullptr};
  ::execv(program, arguments);
  expect_refused(errno == EPERM, "execve");
}

void write_file() {
  const int fd = ::open("/tmp/mineru-worker-test", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  expect_refused(fd < 0 && errno == EPERM, "open for writing");
}

void make_socket() {
  expect_refused(::socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM, "socket");
}

}  // namespace

void commit_test_fault(media::wire::TestFault fault) {
  const char* enabled = std::getenv("MINERU_WORKER_TEST");
  if (enabled == nullptr || std::string_view(enabled) != "1") {
    throw_error(Code::kUnsupported, "test faults are off");
  }
  using media::wire::TestFault;
  switch (fault) {
    case TestFault::kAbort: std::abort();
    case TestFault::kHang: hang();
    case TestFault::kSleep: sleep_forever(); return;
    case TestFault::kEatMemory: eat_memory();
    case TestFault::kExecute: execute(); return;
    case TestFault::kWriteFile: write_file(); return;
    case TestFault::kConnect: make_socket(); return;
  }
}

}  // namespace mineru::worker
