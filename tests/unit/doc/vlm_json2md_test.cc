// Content blocks as simple Markdown.
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/content_json.h"
#include "doc/vlm/json2md.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

TEST(Json2md, EqualsTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(json2md(content_blocks_from_json(input)), expected.template get<std::string>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector("json2md", check), 4);
  EXPECT_EQ(testing::for_each_vector("json2md", check, "random_replies.jsonl"), 32);
}

}  // namespace
}  // namespace mineru::doc::vlm
