#include "kernels/isa_tables.h"
#include "kernels/vec_scalar.h"

#include "kernels/generic/table.inc"

namespace mineru::kernels {

constinit const KernelTable kScalarTable = table_named("scalar");

}  // namespace mineru::kernels
