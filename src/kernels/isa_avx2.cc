#if defined(__x86_64__)
#include "kernels/isa_tables.h"
#include "kernels/vec_avx2.h"

#include "kernels/generic/table.inc"

namespace mineru::kernels {

constinit const KernelTable kAvx2Table = table_named("avx2");

}  // namespace mineru::kernels
#endif
