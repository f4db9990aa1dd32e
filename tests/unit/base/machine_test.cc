#include <sched.h>
#include <unistd.h>

#include <set>

#include <gtest/gtest.h>

#include "base/cpu_info.h"
#include "base/resources.h"

namespace mineru {
namespace {

TEST(CpuInfo, MakesSense) {
  const CpuInfo info = read_cpu_info();
  EXPECT_GE(info.physical_cores, 1);
  EXPECT_GE(info.logical_cpus, info.physical_cores);
  EXPECT_LE(info.logical_cpus, ::sysconf(_SC_NPROCESSORS_CONF));
  EXPECT_GE(info.quota_cpus, 0);
  EXPECT_GE(info.default_threads, 1);
  EXPECT_LE(info.default_threads, info.physical_cores);
  if (info.quota_cpus >= 1) {
    EXPECT_LE(info.default_threads, info.quota_cpus);
  }
  const std::set<std::string> distinct(info.features.begin(), info.features.end());
  EXPECT_EQ(distinct.size(), info.features.size());
}

TEST(CpuInfo, FollowsTheAffinityMask) {
  cpu_set_t before;
  ASSERT_EQ(::sched_getaffinity(0, sizeof(before), &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof(one), &one), 0);
  const CpuInfo info = read_cpu_info();
  EXPECT_EQ(::sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(info.logical_cpus, 1);
  EXPECT_EQ(info.physical_cores, 1);
  EXPECT_EQ(info.default_threads, 1);
}

TEST(Resources, MemoryMakesSense) {
  const MemoryInfo info = read_memory_info();
  EXPECT_GT(info.total, 1u << 20);
  EXPECT_LE(info.available, info.total);
  EXPECT_LT(info.limit, info.total);  // 0 without one
}

TEST(Resources, PeakOfAProcess) {
  EXPECT_GT(peak_resident_bytes(::getpid()), 1u << 20);
  EXPECT_EQ(peak_resident_bytes(0x7FFFFFFF), 0u);
}

}  // namespace
}  // namespace mineru
