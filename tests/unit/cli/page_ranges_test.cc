#include "cli/page_ranges.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mineru::cli {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

Pairs parsed(std::string_view text) {
  Pairs pairs;
  for (const doc::PageRange& range : parse_page_ranges(text)) {
    pairs.emplace_back(range.first, range.last);
  }
  return pairs;
}

TEST(PageRanges, ReadsEveryForm) {
  const std::vector<std::pair<std::string, Pairs>> table = {
      {"1", {{1, 1}}},
      {"1-5", {{1, 5}}},
      {"1-5,9,-1", {{1, 5}, {9, 9}, {-1, -1}}},
      {"3-", {{3, -1}}},
      {"-3-", {{-3, -1}}},
      {"-3--1", {{-3, -1}}},
      {"2--2", {{2, -2}}},
      {"-4-7", {{-4, 7}}},
      {"7-7", {{7, 7}}},
      {" 1 - 5 , 9 ", {{1, 5}, {9, 9}}},
      {"9,1", {{9, 9}, {1, 1}}},
      {"2147483647", {{2147483647, 2147483647}}},
  };
  for (const auto& [text, pairs] : table) EXPECT_EQ(parsed(text), pairs) << text;
}

TEST(PageRanges, RefusesTheRest) {
  for (const char* text : {"",      ",",     "1,",    ",1",         "0",
                           "0-3",   "3-0",   "a",     "1-b",        "1..3",
                           "5-1",   "-1--3", "1-2-3", "--",         "-",
                           "1 2",   "+1",    "1.5",   "2147483648", "99999999999999999999",
                           "1-\n2", "1;2"}) {
    try {
      parse_page_ranges(text);
      ADD_FAILURE() << "accepted '" << text << "'";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kInvalidArgument) << text;
      EXPECT_THAT(error.message(), testing::HasSubstr("1-5,9,-1")) << "shows how to write it";
    }
  }
}

TEST(PageRanges, NamesTheItem) {
  try {
    parse_page_ranges("1-3,8-5");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), testing::StartsWith("'8-5' runs backwards"));
  }
}

}  // namespace
}  // namespace mineru::cli
