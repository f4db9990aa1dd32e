// Repairs of running text against the reference.
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/python_text.h"
#include "doc/vlm/text_chain.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using testing::for_each_vector;
using Json = nlohmann::ordered_json;
using Pass = std::string (*)(std::string_view);

int check(std::string_view step, Pass pass, const std::string& file = "postprocess.jsonl") {
  return for_each_vector(
      step,
      [&](const Json& input, const Json& expected, const std::string&) {
        EXPECT_EQ(pass(input.get<std::string>()), expected.get<std::string>());
      },
      file);
}

TEST(TextChain, EqualsTheReference) {
  EXPECT_EQ(check("text_display_to_inline", inline_display_formulas), 9);
  EXPECT_EQ(check("text_macro_spacing", space_after_macros), 12);
  EXPECT_EQ(check("text_move_underscores", move_underscores_out), 7);
  EXPECT_EQ(check("text_chain", repair_text), 3);
}

TEST(TextChain, EqualsTheReferenceOnRandomText) {
  EXPECT_EQ(check("text_display_to_inline", inline_display_formulas, "random_passes.jsonl"), 30);
  EXPECT_EQ(check("text_macro_spacing", space_after_macros, "random_passes.jsonl"), 30);
  EXPECT_EQ(check("text_move_underscores", move_underscores_out, "random_passes.jsonl"), 30);
}

std::string repeated(std::string_view unit, size_t size) {
  std::string out;
  out.reserve(size + unit.size());
  while (out.size() < size) out += unit;
  return out;
}

// Each would take minutes if the work grew with the square of the length.
TEST(TextChain, LongTextIsQuick) {
  constexpr size_t kSize = 1'000'000;
  for (const std::string_view unit :
       {"\\[", "\\(", "\\(\\)", "\\(___", "\\(a___b\\)", "\\inA", "\\(\\inA\\)", "_", "\\[1,",
        "\\(   ", "\\", "\xe3\x80\x80"}) {
    const std::string text = repeated(unit, kSize);
    EXPECT_GE(repair_text(text).size(), text.size() / 2) << unit;
    EXPECT_GE(repair_text("\\(" + text + "\\)").size(), text.size() / 2) << unit;
  }
}

TEST(PythonText, StripsWhatPythonStrips) {
  EXPECT_EQ(python_strip(" \t\x1f\u00a0\u3000x\u2028\x85\n"),
            "x\u2028\x85");  // \x85 alone: no UTF-8
  EXPECT_EQ(python_strip("\u200bx\u200b"), "\u200bx\u200b");
  EXPECT_EQ(python_strip("\u0085\u1680"), "");
  EXPECT_EQ(python_strip(""), "");
  EXPECT_EQ(python_strip("\x80\x80"), "\x80\x80");
}

TEST(PythonText, ReplacesFromTheLeftWithoutLookingBack) {
  EXPECT_EQ(replace_all("aaa", "aa", "a"), "aa");
  EXPECT_EQ(replace_all("aXbX", "X", ""), "ab");
  EXPECT_EQ(count_of("aaaa", "aa"), 2U);
}

TEST(PythonText, DecodesOnlyUtf8) {
  EXPECT_EQ(code_point_at("中x", 0).code, U'中');
  EXPECT_EQ(code_point_at("中x", 0).num_bytes, 3U);
  EXPECT_EQ(code_point_at("中x", 1).num_bytes, 1U);
  EXPECT_EQ(code_point_at("\xed\xa0\x80", 0).num_bytes, 1U);  // a surrogate
  EXPECT_EQ(code_point_at("\xc0\x80", 0).num_bytes, 1U);      // overlong
  EXPECT_EQ(code_point_at("\xf0\x9d\x9f\x92", 0).code, U'𝟒');
  EXPECT_EQ(code_point_at("x", 1).num_bytes, 0U);
}

}  // namespace
}  // namespace mineru::doc::vlm
