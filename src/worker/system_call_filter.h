// What the worker may not ask of the kernel.
#pragma once

namespace mineru::worker {

// From here on: no programs, no processes, no network, no changes to any file, no signals to
// others. Reading files stays possible: fonts and language data are opened when first needed.
// Errors: kInternal.
void load_system_call_filter();

}  // namespace mineru::worker
