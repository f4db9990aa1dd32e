#if defined(__x86_64__)
#include "kernels/isa_tables.h"
#include "kernels/vec_avx512.h"

#include "kernels/generic/activation.inc"
#include "kernels/generic/attention.inc"
#include "kernels/generic/gemm.inc"
#include "kernels/generic/gemm_q8.inc"
#include "kernels/generic/gemm_q8_wide.inc"
#include "kernels/generic/norm.inc"
#include "kernels/generic/tile.inc"

namespace mineru::kernels {

const KernelTable kAvx512Table = {
    .name = "avx512",
    .gemm = gemm,
    .gemm_q8 = gemm_q8,
    .quantize_rows = quantize_rows,
    .gemm_q8_wide = gemm_q8_wide,
    .quantize_rows_wide = quantize_rows_wide,
    .attend = attend,
    .rms_norm = rms_norm,
    .layer_norm = layer_norm,
    .rotate = rotate,
    .widen = widen,
};

}  // namespace mineru::kernels
#endif
