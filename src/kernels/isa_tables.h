// The one symbol that each instruction-set file exports.
#pragma once

#include "kernels/kernel_table.h"

namespace mineru::kernels {

extern const KernelTable kScalarTable;
#if defined(__x86_64__)
extern const KernelTable kAvx2Table;
extern const KernelTable kAvx512Table;
#endif

}  // namespace mineru::kernels
