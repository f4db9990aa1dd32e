// Memory facts of the machine, the cgroup and this process. All sizes in bytes.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace mineru {

struct MemoryInfo {
  uint64_t total = 0;      // of the machine
  uint64_t available = 0;  // the kernel's estimate of what can be had without swapping
  uint64_t limit = 0;      // cgroup limit (v2 or v1); 0 = none
};

// Never fails; unknown facts stay 0.
MemoryInfo read_memory_info();

// Peak resident set of a live process (VmHWM); 0 if it cannot be read.
uint64_t peak_resident_bytes(pid_t pid);

}  // namespace mineru
