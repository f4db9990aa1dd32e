#include "base/error.h"

#include <cerrno>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/check.h"

namespace mineru {
namespace {

TEST(Error, CarriesCodeAndMessage) {
  try {
    throw_error(Code::kNotFound, "{}: no such page (document has {})", 7, 3);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
    EXPECT_EQ(error.message(), "7: no such page (document has 3)");
    EXPECT_STREQ(error.what(), "7: no such page (document has 3)");
  }
}

TEST(Error, ContextIsPrependedOutermostFirst) {
  Error error(Code::kCorruptData, "no end of stream");
  error.add_context("page 7");
  error.add_context("report.pdf");
  EXPECT_EQ(error.message(), "report.pdf: page 7: no end of stream");
  EXPECT_EQ(error.code(), Code::kCorruptData);
}

TEST(Error, ErrnoIsSpelledOut) {
  errno = ENOSPC;
  try {
    throw_errno(Code::kIo, "cannot write x.md");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "cannot write x.md: No space left on device");
  }
}

TEST(Error, CodesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(Code::kInternal); ++code)
    names.insert(code_name(static_cast<Code>(code)));
  EXPECT_EQ(names.size(), static_cast<size_t>(Code::kInternal) + 1);
  EXPECT_EQ(code_name(Code::kResourceExhausted), "resource_exhausted");
  EXPECT_EQ(code_name(Code::kInvalidArgument), "invalid_argument");
}

TEST(Check, PassesQuietly) {
  int evaluated = 0;
  MINERU_CHECK(++evaluated == 1);
  EXPECT_EQ(evaluated, 1);
}

TEST(CheckDeathTest, NamesConditionAndPlace) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const int rows = 3;
  EXPECT_DEATH(MINERU_CHECK(rows < 2), "rows < 2.*error_test\\.cc|error_test\\.cc.*rows < 2");
}

}  // namespace
}  // namespace mineru
