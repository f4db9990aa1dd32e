// Limits around the worker: memory, processor time, files, system calls.
#pragma once

#include <cstdint>

namespace mineru::worker {

// Before anything foreign is read. `memory_bytes`: address space. Errors: kInternal.
void enter_sandbox(uint64_t memory_bytes);

// Raises the limit of processor time to what has been used plus one call's worth.
void allow_processor_time();

// The kernel's word on it: limits set and the filter loaded.
bool is_sandboxed();

}  // namespace mineru::worker
