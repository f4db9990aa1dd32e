#include "base/cpu_info.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "base/error.h"

namespace mineru {

namespace {

constexpr const char* kFeaturesOfInterest[] = {
    "sse4_2",   "avx",      "fma",      "f16c",        "avx2",        "avx_vnni", "avx512f",
    "avx512bw", "avx512dq", "avx512vl", "avx512_vnni", "avx512_bf16", "amx_int8", "amx_bf16",
    "asimd",    "asimddp",  "i8mm",     "bf16",        "sve"};

void read_cpuinfo_file(CpuInfo& info) {
  std::ifstream in("/proc/cpuinfo");
  std::string line;
  while (std::getline(in, line)) {
    const size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string value = line.substr(colon + 2);
    if (line.rfind("model name", 0) == 0 && info.model.empty()) info.model = value;
    const bool is_flags = line.rfind("flags", 0) == 0 || line.rfind("Features", 0) == 0;
    if (!is_flags || !info.features.empty()) continue;
    std::istringstream words(value);
    std::set<std::string> have{std::istream_iterator<std::string>(words), {}};
    for (const char* name : kFeaturesOfInterest) {
      if (have.count(name) != 0) info.features.emplace_back(name);
    }
  }
}

int topology_id(int cpu, const char* name) {
  std::ifstream in(fmt::format("/sys/devices/system/cpu/cpu{}/topology/{}", cpu, name));
  int id = cpu;  // unknown topology: every CPU counts as a core of its own
  return in >> id ? id : cpu;
}

void read_affinity(CpuInfo& info) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (::sched_getaffinity(0, sizeof(mask), &mask) != 0) return;
  std::set<std::pair<int, int>> cores;
  info.logical_cpus = 0;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &mask)) continue;
    ++info.logical_cpus;
    cores.emplace(topology_id(cpu, "physical_package_id"), topology_id(cpu, "core_id"));
  }
  info.physical_cores = std::max<int>(1, static_cast<int>(cores.size()));
}

// cgroup v2 "cpu.max" is "<quota|max> <period>"; v1 has two files.
double read_quota() {
  double quota = 0;
  double period = 0;
  if (std::ifstream v2("/sys/fs/cgroup/cpu.max"); v2 >> quota >> period && period > 0) {
    return quota / period;
  }
  std::ifstream quota_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream period_file("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (quota_file >> quota && period_file >> period && quota > 0 && period > 0)
    return quota / period;
  return 0;
}

}  // namespace

CpuInfo read_cpu_info() {
  CpuInfo info;
  read_cpuinfo_file(info);
  read_affinity(info);
  info.quota_cpus = read_quota();
  info.default_threads = info.physical_cores;
  if (info.quota_cpus > 0) {
    info.default_threads =
        std::min(info.default_threads, static_cast<int>(std::floor(info.quota_cpus)));
  }
  info.default_threads = std::max(1, info.default_threads);
  return info;
}

}  // namespace mineru
