#if defined(__x86_64__)
#include "kernels/isa_tables.h"
#include "kernels/vec_avx512.h"

#include "kernels/generic/table.inc"

namespace mineru::kernels {

constinit const KernelTable kAvx512Table = table_named("avx512");

}  // namespace mineru::kernels
#endif
