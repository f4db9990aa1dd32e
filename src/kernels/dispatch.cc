#include "kernels/dispatch.h"

#include <algorithm>

#include "base/error.h"
#include "kernels/isa_tables.h"

namespace mineru::kernels {

namespace {

[[maybe_unused]] bool has_all(const CpuInfo& cpu, std::initializer_list<std::string_view> wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](std::string_view feature) {
    return std::find(cpu.features.begin(), cpu.features.end(), feature) != cpu.features.end();
  });
}

}  // namespace

std::vector<const KernelTable*> available_tables([[maybe_unused]] const CpuInfo& cpu) {
  std::vector<const KernelTable*> tables;
#if defined(__x86_64__)
  if (has_all(cpu, {"avx2", "fma", "f16c"})) {
    if (has_all(cpu, {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512_vnni"})) {
      tables.push_back(&kAvx512Table);
    }
    tables.push_back(&kAvx2Table);
  }
#endif
  tables.push_back(&kScalarTable);
  return tables;
}

const KernelTable& choose_table(const CpuInfo& cpu, std::string_view name) {
  const auto tables = available_tables(cpu);
  if (name.empty()) return *tables.front();
  std::string names;
  for (const KernelTable* table : tables) {
    if (table->name == name) return *table;
    names += (names.empty() ? "" : ", ") + std::string(table->name);
  }
  throw_error(Code::kInvalidArgument,
              "instruction set '{}': not available here, expected one of: {}", name, names);
}

}  // namespace mineru::kernels
