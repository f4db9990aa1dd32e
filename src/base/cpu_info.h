// What the processor can do and how much of it this process may use.
#pragma once

#include <string>
#include <vector>

namespace mineru {

struct CpuInfo {
  std::string model;                  // as the kernel names it; empty if unknown
  std::vector<std::string> features;  // the ones that matter to our kernels, e.g. "avx2"
  int logical_cpus = 1;               // in the affinity mask of this process
  int physical_cores = 1;             // distinct cores behind those
  double quota_cpus = 0;              // cgroup CPU quota; 0 = none
  // Threads to use by default: min(physical cores in the mask, floor(quota)), at least 1.
  int default_threads = 1;
};

// Read afresh at each call (affinity can change); never fails, unknown facts keep their defaults.
CpuInfo read_cpu_info();

}  // namespace mineru
