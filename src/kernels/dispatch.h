// Which table runs on this machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_info.h"
#include "kernels/kernel_table.h"

namespace mineru::kernels {

// Tables that were built in and that `cpu` can run, best first; the last one is "scalar".
std::vector<const KernelTable*> available_tables(const CpuInfo& cpu);

// The best table, or the one with this name. Errors: kInvalidArgument, listing what there is.
const KernelTable& choose_table(const CpuInfo& cpu, std::string_view name = {});

}  // namespace mineru::kernels
