#include "worker/sandbox.h"
namespace mineru::worker {
void enter_sandbox(uint64_t) {}
void allow_processor_time() {}
void install_signal_handlers(int) {}
bool is_sandboxed() { return false; }
}  // namespace mineru::worker
