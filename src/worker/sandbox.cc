#include "worker/sandbox.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "base/error.h"
#include "worker/system_call_filter.h"

namespace mineru::worker {

namespace {

// One call may take this much; the program's own deadline normally comes first.
constexpr rlim_t kProcessorSecondsPerCall = 600;
constexpr rlim_t kMaxFileBytes = rlim_t{16} << 30;  // of a PDF written, and of shared memory
constexpr rlim_t kMaxOpenFiles = 128;               // fonts and language data

void set_limit(__rlimit_resource resource, rlim_t value, const char* name) {
  rlimit limit{};
  ::getrlimit(resource, &limit);
  limit.rlim_cur = std::min(value, limit.rlim_max);
  limit.rlim_max = limit.rlim_cur;
  if (::setrlimit(resource, &limit) != 0) throw_errno(Code::kInternal, name);
}

}  // namespace

void enter_sandbox(uint64_t memory_bytes) {
#ifndef MINERU_SANITIZED  // address sanitizer reserves terabytes
  set_limit(RLIMIT_AS, memory_bytes, "memory limit");
#else
  (void)memory_bytes;
#endif
  set_limit(RLIMIT_CORE, 0, "core limit");
  set_limit(RLIMIT_FSIZE, kMaxFileBytes, "file size limit");
  set_limit(RLIMIT_NOFILE, kMaxOpenFiles, "open file limit");
  allow_processor_time();
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    throw_errno(Code::kInternal, "no new privileges");
  }
  load_system_call_filter();
}

void allow_processor_time() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  rlimit limit{};
  ::getrlimit(RLIMIT_CPU, &limit);
  const auto used = static_cast<rlim_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  limit.rlim_cur = std::min(used + 1 + kProcessorSecondsPerCall, limit.rlim_max);
  ::setrlimit(RLIMIT_CPU, &limit);
}

bool is_sandboxed() {
  // Mode 2: a filter is in force.
  return ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 2 && ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}

}  // namespace mineru::worker
