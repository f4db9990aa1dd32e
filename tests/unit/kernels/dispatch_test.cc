#include "kernels/dispatch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mineru::kernels {
namespace {

CpuInfo with_features(std::vector<std::string> features) {
  CpuInfo cpu;
  cpu.features = std::move(features);
  return cpu;
}

std::vector<std::string> names(const CpuInfo& cpu) {
  std::vector<std::string> result;
  for (const KernelTable* table : available_tables(cpu)) result.emplace_back(table->name);
  return result;
}

TEST(Dispatch, APlainProcessorRunsTheScalarTable) {
  EXPECT_THAT(names(with_features({})), testing::ElementsAre("scalar"));
  EXPECT_STREQ(choose_table(with_features({})).name, "scalar");
}

#if defined(__x86_64__)
TEST(Dispatch, ATableNeedsAllItsFeatures) {
  EXPECT_THAT(names(with_features({"avx2", "fma", "f16c"})),
              testing::ElementsAre("avx2", "scalar"));
  EXPECT_THAT(names(with_features({"avx2", "fma"})), testing::ElementsAre("scalar"));
  EXPECT_THAT(names(with_features({"avx2", "fma", "f16c", "avx512f", "avx512bw"})),
              testing::ElementsAre("avx2", "scalar"));
  EXPECT_THAT(names(with_features({"avx2", "fma", "f16c", "avx512f", "avx512bw", "avx512dq",
                                   "avx512vl", "avx512_vnni"})),
              testing::ElementsAre("avx512", "avx2", "scalar"));
  EXPECT_STREQ(choose_table(with_features({"f16c", "avx2", "fma"})).name, "avx2");
  EXPECT_STREQ(choose_table(with_features({"f16c", "avx2", "fma"}), "scalar").name, "scalar");
}
#endif

TEST(Dispatch, AnUnknownNameIsRefusedWithTheChoice) {
  try {
    choose_table(with_features({}), "avx2");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    EXPECT_EQ(error.message(),
              "instruction set 'avx2': not available here, expected one of: scalar");
  }
}

}  // namespace
}  // namespace mineru::kernels
