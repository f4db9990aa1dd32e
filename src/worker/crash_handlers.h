// How the worker dies: when memory is short, and when nobody is left to work for.
#pragma once

namespace mineru::worker {

// Turns a death by a full address space into kExitOutOfMemory, and ends the process as soon as
// the other end of `socket` is gone, even in the midst of work.
void install_crash_handlers(int socket);

}  // namespace mineru::worker
