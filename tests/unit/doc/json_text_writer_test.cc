#include <cmath>

#include <gtest/gtest.h>

#include "doc/writers/json_text.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::Json;

TEST(JsonText, EqualsPythonsDump) {
  int rows = 0;
  for (const Json& row : testing::read_lines("json_text.jsonl")) {
    EXPECT_EQ(to_json_text(row["value"]), row["text"].get<std::string>());
    ++rows;
  }
  EXPECT_EQ(rows, 9);
}

TEST(JsonText, NeverWritesWhatReadersRefuse) {
  EXPECT_EQ(to_json_text(std::nan("")), "null");
  EXPECT_EQ(to_json_text(HUGE_VAL), "null");
  EXPECT_EQ(to_json_text("a\xffz"), "\"a\ufffdz\"");
}

TEST(JsonText, IndentsFromAGivenDepth) {
  std::string out;
  append_json(out, Json{{"a", {1}}}, 2);
  EXPECT_EQ(out, "{\n            \"a\": [\n                1\n            ]\n        }");
}

}  // namespace
}  // namespace mineru::doc
