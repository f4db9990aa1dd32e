// Misbehaviour on demand, for the tests of the program's side and of the sandbox.
#pragma once

#include "media/wire.h"

namespace mineru::worker {

// Errors: kUnsupported unless the environment has MINERU_WORKER_TEST=1; kIo when the sandbox
// refused what was tried, kInternal when it let it pass.
void commit_test_fault(media::wire::TestFault fault);

}  // namespace mineru::worker
