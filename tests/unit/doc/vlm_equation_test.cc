// Repairs of display formulas against the reference, and where we do better.
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/content_json.h"
#include "doc/vlm/equation_big.h"
#include "doc/vlm/equation_block.h"
#include "doc/vlm/equation_braces.h"
#include "doc/vlm/equation_chain.h"
#include "doc/vlm/equation_left_right.h"
#include "doc/vlm/equation_subscript.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using testing::for_each_vector;
using Json = nlohmann::ordered_json;
using Pass = std::string (*)(std::string_view);

constexpr const char* kRandom = "random_passes.jsonl";

int check(std::string_view step, Pass pass, const std::string& file = "postprocess.jsonl") {
  return for_each_vector(
      step,
      [&](const Json& input, const Json& expected, const std::string&) {
        EXPECT_EQ(pass(input.get<std::string>()), expected.get<std::string>());
      },
      file);
}

std::string reference_subscripts(std::string_view latex) {
  return repair_double_subscripts(latex, Compat::kReference);
}

std::string reference_big(std::string_view latex) {
  return unbrace_big_delimiters(latex, Compat::kReference);
}

std::string reference_chain(std::string_view latex) {
  return repair_equation(latex, Compat::kReference);
}

TEST(EquationChain, EqualsTheReference) {
  EXPECT_EQ(check("equation_delimiters", strip_equation_delimiters), 9);
  EXPECT_EQ(check("equation_left_right", balance_left_right), 23);
  EXPECT_EQ(check("equation_double_subscript", reference_subscripts), 9);
  EXPECT_EQ(check("equation_eqqcolon", spell_colon_signs), 4);
  EXPECT_EQ(check("equation_big", reference_big), 23);
  EXPECT_EQ(check("equation_leq", space_after_less), 5);
  EXPECT_EQ(check("equation_unbalanced_braces", drop_unbalanced_braces), 12);
  EXPECT_EQ(check("equation_chain", reference_chain), 6);
  EXPECT_EQ(check("equation_add_brackets", add_equation_brackets), 5);
}

TEST(EquationChain, EqualsTheReferenceOnRandomFormulas) {
  EXPECT_EQ(check("equation_delimiters", strip_equation_delimiters, kRandom), 30);
  EXPECT_EQ(check("equation_left_right", balance_left_right, kRandom), 80);
  EXPECT_EQ(check("equation_double_subscript", reference_subscripts, kRandom), 30);
  EXPECT_EQ(check("equation_big", reference_big, kRandom), 30);
  EXPECT_EQ(check("equation_unbalanced_braces", drop_unbalanced_braces, kRandom), 30);
  EXPECT_EQ(check("equation_chain", reference_chain, kRandom), 30);
  EXPECT_EQ(check("equation_add_brackets", add_equation_brackets, kRandom), 30);
}

TEST(EquationSubscript, KeepsBothSubscripts) {
  const auto repair = [](std::string_view latex) {
    return repair_double_subscripts(latex, Compat::kProduct);
  };
  EXPECT_EQ(repair("x_{a}_{b}"), "x_{a}{}_{b}");
  EXPECT_EQ(repair("p_{1} _ {2}_{3}+y"), "p_{1}{} _ {2}{}_{3}+y");
  EXPECT_EQ(repair("x_{a_{1}}_{b}"), "x_{a_{1}}{}_{b}");
  EXPECT_EQ(repair("x_{a}^{2}_{b}"), "x_{a}^{2}_{b}");
  EXPECT_EQ(repair("x_a_b"), "x_a_b");
}

TEST(EquationBig, HandlesAllSizesAlike) {
  const auto repair = [](std::string_view latex) {
    return unbrace_big_delimiters(latex, Compat::kProduct);
  };
  EXPECT_EQ(repair("\\biggm{[}x\\Biggl {]}"), "\\biggm[x\\Biggl]");
  EXPECT_EQ(repair("\\Biggm{\\{}x\\Biggm{\\rangle}"), "\\Biggm\\{x\\Biggm\\rangle ");
  EXPECT_EQ(repair("\\big{/}"), "\\big{/}");
}

Json merged(const Json& input, Compat compat) {
  std::vector<ContentBlock> blocks = content_blocks_from_json(input);
  const MergeResult result = merge_equation_blocks(blocks, compat);
  return result == MergeResult::kDone ? content_blocks_to_json(blocks) : Json("not done");
}

void check_block(const Json& input, const Json& expected, const std::string&) {
  EXPECT_EQ(merged(input, Compat::kReference), expected);
}

TEST(EquationBlock, EqualsTheReference) {
  EXPECT_EQ(for_each_vector("equation_block", check_block), 5);
  EXPECT_EQ(for_each_vector("equation_block", check_block, kRandom), 25);
}

Json json_block(const char* type, std::array<double, 4> bbox, const Json& content) {
  return {{"type", type}, {"bbox", bbox}, {"angle", 0}, {"content", content}};
}

TEST(EquationBlock, AnUnreadEquationStays) {
  const Json unread = json_block("equation", {0, 0, 1, 0.1}, nullptr);
  const Json a = json_block("equation", {0, 0.1, 1, 0.2}, "a");
  const Json b = json_block("equation", {0, 0.2, 1, 0.3}, "b");
  const Json frame = json_block("equation_block", {0, 0, 1, 1}, nullptr);
  const std::string both = "\\begin{array}{l} a \\\\ b \\\\ \\end{array}";
  EXPECT_EQ(merged({frame, unread, a, b}, Compat::kProduct),
            (Json{json_block("equation", {0, 0, 1, 1}, both), unread}));
  EXPECT_EQ(merged({frame, unread, a, b}, Compat::kReference), "not done");
  EXPECT_EQ(merged({frame, unread, a}, Compat::kProduct), (Json{unread, a}));
}

TEST(EquationBlock, NoEquationIsWrittenTwice) {
  const Json a = json_block("equation", {0, 0.1, 1, 0.2}, "a");
  const Json b = json_block("equation", {0, 0.2, 1, 0.3}, "b");
  const Json frame = json_block("equation_block", {0, 0, 1, 1}, nullptr);
  const std::string both = "\\begin{array}{l} a \\\\ b \\\\ \\end{array}";
  EXPECT_EQ(merged({frame, frame, a, b}, Compat::kProduct),
            (Json::array({json_block("equation", {0, 0, 1, 1}, both)})));
}

std::string repeated(std::string_view unit, size_t size) {
  std::string out;
  out.reserve(size + unit.size());
  while (out.size() < size) out += unit;
  return out;
}

// Each would take minutes if the work grew with the square of the length.
TEST(EquationChain, LongFormulasAreQuick) {
  constexpr size_t kSize = 1'000'000;
  for (const std::string_view unit : {"\\left(",
                                      "\\right)",
                                      "\\left",
                                      "\\left( & ",
                                      "{",
                                      "}",
                                      "\\",
                                      "_{",
                                      "_{a}",
                                      "_{{",
                                      "_ ",
                                      "_{a} ",
                                      "\\big{(}",
                                      "\\big ",
                                      "<",
                                      "\\\\",
                                      "&",
                                      "\\coloneqq",
                                      "\\begin{array}{l",
                                      "\\begin{array}{l}",
                                      "\\begin{array}  ",
                                      " ",
                                      "\xe3\x80\x80",
                                      "\\end{array}"}) {
    const std::string text = repeated(unit, kSize);
    EXPECT_LE(repair_equation(text).size(), text.size() * 4) << unit;
    EXPECT_LE(repair_equation(text + "\\left(").size(), text.size() * 4) << unit;
  }
}

// `depth` arrays within each other, each with cells and an array of no found number before it.
std::string deep_arrays(int depth) {
  std::string open;
  std::string close;
  for (int i = 0; i < depth; ++i) {
    open += "\\begin{array}{l}\\left(&\\begin{array}{c}x&\\right)\\end{array}\\\\";
    close += "&\\left[\\end{array}";
  }
  return open + close;
}

TEST(EquationChain, DeepArraysAreQuick) {
  const std::string text = deep_arrays(10'000);
  EXPECT_GT(balance_left_right(text).size(), text.size());
}

TEST(EquationBlock, ManyTagsAreQuick) {
  const Json frame = json_block("equation_block", {0, 0, 1, 1}, nullptr);
  for (const std::string_view unit : {"\\tag{", "\\tag{1}", "\\tag  ", "\\tag", "}"}) {
    const std::string text = repeated(unit, 1'000'000);
    const Json a = json_block("equation", {0, 0.1, 1, 0.2}, text);
    const Json b = json_block("equation", {0, 0.2, 1, 0.3}, text + "}");
    EXPECT_EQ(merged({frame, a, b}, Compat::kProduct).size(), 1U) << unit;
  }
}

}  // namespace
}  // namespace mineru::doc::vlm
